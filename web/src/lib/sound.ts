import { deviceSettings } from './storage';

/** Short tones for scans: never the only signal, and muted per terminal. */
let audio: AudioContext | null = null;

const TONES = { accepted: [1320], refused: [330, 262] } as const;
const TONE_S = 0.07;

export function playTone(kind: keyof typeof TONES): void {
  if (deviceSettings().isMuted || typeof AudioContext === 'undefined') return;
  audio ??= new AudioContext();
  // Before the first touch browsers keep the context suspended; a silent scan is no fault.
  if (audio.state === 'suspended') void audio.resume().catch(() => undefined);
  let at = audio.currentTime;
  for (const frequency of TONES[kind]) {
    const oscillator = audio.createOscillator();
    const gain = audio.createGain();
    oscillator.frequency.value = frequency;
    gain.gain.setValueAtTime(0.08, at);
    gain.gain.exponentialRampToValueAtTime(0.001, at + TONE_S);
    oscillator.connect(gain).connect(audio.destination);
    oscillator.start(at);
    oscillator.stop(at + TONE_S);
    at += TONE_S;
  }
}
