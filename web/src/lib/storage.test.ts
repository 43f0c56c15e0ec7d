import { expect, it } from 'vitest';
import { clearSessionStorage, deviceId, deviceSettings, updateDeviceSettings, write } from './storage';

it('keeps the device, and nothing of the person, when a session ends', () => {
  const id = deviceId();
  write('token', 't');
  write('loginType', '2');
  updateDeviceSettings({ theme: 'dark' });
  clearSessionStorage();
  expect(localStorage.getItem('token')).toBeNull();
  expect(localStorage.getItem('loginType')).toBe('2');
  expect(deviceId()).toBe(id);
  expect(deviceSettings()).toEqual({ theme: 'dark' });
});
