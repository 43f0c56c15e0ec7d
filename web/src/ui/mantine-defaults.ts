import { Menu, Popover, type MantineThemeOverride } from '@mantine/core';
import css from './Popover.module.css';

const POP_MS = 180;
const pop = { transition: 'fade-up', duration: POP_MS, timingFunction: 'cubic-bezier(.2,.8,.2,1)' } as const;

/** How Mantine's floating things look here. */
export const componentDefaults: NonNullable<MantineThemeOverride['components']> = {
  Menu: Menu.extend({
    defaultProps: { position: 'bottom-end', offset: 6, transitionProps: pop, withinPortal: false, withInitialFocusPlaceholder: false },
    classNames: { dropdown: css.dropdown ?? '', item: css.item ?? '', label: css.label ?? '', divider: css.divider ?? '' },
  }),
  Popover: Popover.extend({
    defaultProps: { position: 'bottom-end', offset: 6, transitionProps: pop, withinPortal: false, trapFocus: true, returnFocus: true },
    classNames: { dropdown: css.dropdown ?? '' },
  }),
};
