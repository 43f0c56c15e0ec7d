/**
 * What the till keeps in the browser. The specification says that an ended session clears local
 * storage except the device id and the login type. `device` belongs to the machine and not to the
 * person (theme, language, scanner prefix, the user name offered at the next login), so it stays
 * with the device id.
 */
const SURVIVES = ['uuid', 'loginType', 'device'] as const;

type Key = 'token' | 'loginTime' | 'locked' | 'alertsShown' | (typeof SURVIVES)[number];

export type Theme = 'light' | 'dark' | 'auto';

export interface DeviceSettings {
  theme?: Theme;
  language?: string;
  lastUsername?: string;
  lastStoreName?: string;
  lastTerminalName?: string;
  isStaging?: boolean;
  /** Characters that the scanner is set to send before each code; empty when it sends none. */
  scanPrefix?: string;
  isMuted?: boolean;
}

export function read(key: Key): string | null {
  return localStorage.getItem(key);
}

export function write(key: Key, value: string): void {
  localStorage.setItem(key, value);
}

export function remove(key: Key): void {
  localStorage.removeItem(key);
}

/** Clears the session, keeping the device id, the login type and the settings of this machine. */
export function clearSessionStorage(): void {
  const kept = SURVIVES.map((key) => [key, read(key)] as const);
  localStorage.clear();
  for (const [key, value] of kept) {
    if (value !== null) write(key, value);
  }
}

const listeners = new Set<() => void>();
let cachedText: string | null = null;
let cached: DeviceSettings = {};

export function deviceSettings(): DeviceSettings {
  const text = read('device');
  if (text !== cachedText) {
    cachedText = text;
    try {
      cached = JSON.parse(text ?? '{}') as DeviceSettings;
    } catch {
      cached = {};
    }
  }
  return cached;
}

export function updateDeviceSettings(change: DeviceSettings): void {
  write('device', JSON.stringify({ ...deviceSettings(), ...change }));
  for (const listener of listeners) listener();
}

export function subscribeDeviceSettings(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The id of this machine, made on first use. It is never cleared. */
export function deviceId(): string {
  const known = read('uuid');
  if (known) return known;
  const made = crypto.randomUUID();
  write('uuid', made);
  return made;
}

/** The device id as people read it to each other: `7F3A-22C1`. */
export function shortDeviceId(): string {
  const text = deviceId().replaceAll('-', '').toUpperCase();
  return `${text.slice(0, 4)}-${text.slice(4, 8)}`;
}
