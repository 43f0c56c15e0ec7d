import { updateDeviceSettings } from '#/lib/storage';
import { post } from './client';
import { ApiError } from './refusal';
import { startSession } from './session-store';
import type { CodeChannel, LoginChallenge, LoginCode, LoginGranted } from './types';

const LOGIN = { isKeyed: false, isLogin: true, notice: 'none' } as const;

export type LoginAnswer = { kind: 'granted'; granted: LoginGranted } | { kind: 'challenge'; challenge: LoginChallenge };

function isChallenge(data: unknown): data is LoginChallenge {
  return typeof data === 'object' && data !== null && 'code' in data && data.code === 412;
}

function accept(granted: LoginGranted): void {
  // Store settings are kept only when the account is authorised (specification, section 6).
  if (granted.auth) updateDeviceSettings({ lastStoreName: granted.storeSetting.name });
  startSession(granted.token);
}

/** Asks to log in: either a session, or a second factor first. */
export async function logIn(username: string, password: string): Promise<LoginAnswer> {
  let answer: LoginGranted | LoginChallenge;
  try {
    answer = await post('/login', { body: { username, password }, ...LOGIN });
  } catch (error) {
    if (!(error instanceof ApiError) || !isChallenge(error.data)) throw error;
    answer = error.data;
  }
  updateDeviceSettings({ lastUsername: username });
  if (isChallenge(answer)) return { kind: 'challenge', challenge: answer };
  accept(answer);
  return { kind: 'granted', granted: answer };
}

export const requestCode = (challengeId: string, channel: CodeChannel): Promise<LoginCode> =>
  post('/login/code', { body: { challengeId, channel }, ...LOGIN });

export async function verifyCode(challengeId: string, channel: CodeChannel, code: string): Promise<LoginGranted> {
  const granted = await post('/login/verify', { body: { challengeId, channel, code }, ...LOGIN });
  accept(granted);
  return granted;
}
