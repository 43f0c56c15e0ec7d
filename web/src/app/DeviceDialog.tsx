import { useTranslation } from 'react-i18next';
import { useSignal } from '#/lib/signal';
import { updateDeviceSettings, type Theme } from '#/lib/storage';
import { chooseTheme } from '#/lib/theme';
import { Dialog } from '#/ui/Dialog';
import { TextField } from '#/ui/Field';
import { Segment } from '#/ui/Segment';
import css from './DeviceDialog.module.css';
import { useDeviceSettings } from './DeviceMenu';
import { isDeviceOpen } from './shell-state';

const THEMES: readonly Theme[] = ['light', 'dark', 'auto'];

/** Settings of this machine. They hold at once and survive every logout. */
export function DeviceDialog() {
  const { t } = useTranslation('shell');
  const isOpen = useSignal(isDeviceOpen);
  const settings = useDeviceSettings();
  if (!isOpen) return null;
  return (
    <Dialog title={t('device.title')} onClose={() => isDeviceOpen.set(false)} width={480}>
      <div className={css.form}>
        <div>
          <p className="t-label">{t('device.theme')}</p>
          <Segment
            label={t('device.theme')}
            value={settings.theme ?? 'light'}
            options={THEMES.map((value) => ({ value, label: t(`device.${value}` as 'device.light') }))}
            onChange={chooseTheme}
            isWide
          />
        </div>
        <div>
          <p className="t-label">{t('device.sound')}</p>
          <Segment
            label={t('device.sound')}
            value={settings.isMuted ? 'off' : 'on'}
            options={[
              { value: 'on', label: t('device.soundOn') },
              { value: 'off', label: t('device.soundOff') },
            ]}
            onChange={(value) => updateDeviceSettings({ isMuted: value === 'off' })}
            isWide
          />
        </div>
        <TextField
          label={t('device.prefix')}
          help={t('device.prefixHelp')}
          value={settings.scanPrefix ?? ''}
          maxLength={8}
          autoComplete="off"
          dir="ltr"
          onChange={(event) => updateDeviceSettings({ scanPrefix: event.target.value })}
        />
      </div>
    </Dialog>
  );
}
