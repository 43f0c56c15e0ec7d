import { Menu } from '@mantine/core';
import { IconCheck, IconDeviceDesktop, IconKeyboard, IconMoon, IconSettings, IconShieldCheck, IconSun, IconSunMoon } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { deviceSettings, subscribeDeviceSettings, type DeviceSettings, type Theme } from '#/lib/storage';
import { chooseTheme } from '#/lib/theme';
import { IconButton } from '#/ui/IconButton';
import { isDeviceOpen, isHelpOpen, isPermissionOpen } from './shell-state';

export function useDeviceSettings(): DeviceSettings {
  return useSyncExternalStore(subscribeDeviceSettings, deviceSettings);
}

const THEMES: readonly { value: Theme; Icon: typeof IconSun }[] = [
  { value: 'light', Icon: IconSun },
  { value: 'dark', Icon: IconMoon },
  { value: 'auto', Icon: IconSunMoon },
];

/** How this machine looks and behaves, and where help is. */
export function DeviceMenu() {
  const { t } = useTranslation('shell');
  const theme = useDeviceSettings().theme ?? 'light';
  return (
    <Menu width={240}>
      <Menu.Target>
        <IconButton label={t('device.menu')} icon={<IconDeviceDesktop size={24} stroke={1.6} />} />
      </Menu.Target>
      <Menu.Dropdown aria-label={t('device.menu')}>
        <Menu.Label>{t('device.theme')}</Menu.Label>
        {THEMES.map(({ value, Icon }) => (
          <Menu.Item
            key={value}
            aria-current={value === theme || undefined}
            leftSection={<Icon size={20} stroke={1.6} />}
            rightSection={value === theme ? <IconCheck size={18} stroke={1.6} /> : null}
            onClick={() => chooseTheme(value)}
          >
            {t(`device.${value}`)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconSettings size={20} stroke={1.6} />} onClick={() => isDeviceOpen.set(true)}>
          {t('device.open')}
        </Menu.Item>
        <Menu.Item leftSection={<IconShieldCheck size={20} stroke={1.6} />} onClick={() => isPermissionOpen.set(true)}>
          {t('device.permission')}
        </Menu.Item>
        <Menu.Item leftSection={<IconKeyboard size={20} stroke={1.6} />} rightSection={<kbd className="hint">F1</kbd>} onClick={() => isHelpOpen.set(true)}>
          {t('help.open')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
