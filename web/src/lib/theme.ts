import { deviceSettings, subscribeDeviceSettings, type Theme, updateDeviceSettings } from './storage';

const dark = (): MediaQueryList => window.matchMedia('(prefers-color-scheme: dark)');

export function resolvedTheme(): 'light' | 'dark' {
  const theme = deviceSettings().theme ?? 'light';
  if (theme !== 'auto') return theme;
  return dark().matches ? 'dark' : 'light';
}

export function chooseTheme(theme: Theme): void {
  updateDeviceSettings({ theme });
}

/** Follows the setting of this machine, and the system's when the setting is `auto`. */
export function followTheme(apply: () => void): () => void {
  const media = dark();
  media.addEventListener('change', apply);
  const off = subscribeDeviceSettings(apply);
  return () => {
    media.removeEventListener('change', apply);
    off();
  };
}
