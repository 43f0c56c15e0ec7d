import { useTranslation } from 'react-i18next';
import { SECTION_MODIFIER } from '#/lib/shortcut';
import { useSignal } from '#/lib/signal';
import { shortDeviceId } from '#/lib/storage';
import { APP_VERSION } from '#/lib/version';
import { Dialog } from '#/ui/Dialog';
import css from './HelpDialog.module.css';
import { isHelpOpen } from './shell-state';

const KEYS = [
  { keys: ['F1'], does: 'f1' },
  { keys: ['F2'], does: 'f2' },
  { keys: ['F4'], does: 'f4' },
  { keys: ['F8'], does: 'f8' },
  { keys: ['F9'], does: 'f9' },
  { keys: [`${SECTION_MODIFIER}+1`], does: 'sale' },
  { keys: [`${SECTION_MODIFIER}+2`], does: 'order' },
  { keys: [`${SECTION_MODIFIER}+3`], does: 'statement' },
  { keys: [`${SECTION_MODIFIER}+4`], does: 'deposit' },
  { keys: [`${SECTION_MODIFIER}+5`], does: 'report' },
  { keys: [`${SECTION_MODIFIER}+7`], does: 'setting' },
  { keys: [`${SECTION_MODIFIER}+8`], does: 'customized' },
  { keys: ['Alt+S'], does: 'salesperson' },
  { keys: ['Alt+R'], does: 'altR' },
  { keys: ['Alt+I'], does: 'altI' },
  { keys: ['Alt+G'], does: 'altG' },
  { keys: ['Alt+A'], does: 'altA' },
  { keys: ['Alt+T'], does: 'altT' },
  { keys: ['Alt+P'], does: 'altP' },
  { keys: ['Ctrl+P'], does: 'print' },
  { keys: ['Ctrl+S'], does: 'save' },
  { keys: ['Esc'], does: 'esc' },
  { keys: ['↑', '↓', 'Home', 'End'], does: 'arrows' },
  { keys: ['+', '−'], does: 'plusMinus' },
  { keys: ['Delete'], does: 'delete' },
] as const;

export function HelpDialog() {
  const { t } = useTranslation('shell');
  const isOpen = useSignal(isHelpOpen);
  if (!isOpen) return null;
  return (
    <Dialog title={t('help.title')} lead={t('help.lead')} onClose={() => isHelpOpen.set(false)} width={560}>
      <table className={css.table}>
        <thead className="sr">
          <tr>
            <th scope="col">{t('help.key')}</th>
            <th scope="col">{t('help.does')}</th>
          </tr>
        </thead>
        <tbody>
          {KEYS.map(({ keys, does }) => (
            <tr key={does}>
              <td dir="ltr">
                {keys.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </td>
              <td>{t(`help.${does}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={css.scan}>{t('help.scan')}</p>
      <p className="t-cap num">{t('help.version', { version: APP_VERSION, device: shortDeviceId() })}</p>
    </Dialog>
  );
}
