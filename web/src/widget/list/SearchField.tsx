import { IconSearch, IconX } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useShortcuts } from '#/lib/shortcut';
import { IconButton } from '#/ui/IconButton';
import css from './SearchField.module.css';

const DEBOUNCE_MS = 250;

interface SearchFieldProps {
  label: string;
  clearLabel: string;
  value: string;
  onChange: (value: string) => void;
  /** Enter was pressed on what is typed. */
  onEnter?: (value: string) => void;
}

/** The search of a list: asks 250 ms after the last key, at once on Enter. F2 leads to it. */
export function SearchField({ label, clearLabel, value, onChange, onEnter }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const known = useRef(value);
  const field = useRef<HTMLInputElement>(null);
  const settle = (text: string): void => {
    if (text.trim() === known.current) return;
    known.current = text.trim();
    onChange(text.trim());
  };
  const onPause = useEffectEvent(settle);
  useEffect(() => {
    const timer = setTimeout(() => onPause(typed), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  // Changed from outside: a scan, "Clear", the way back.
  useEffect(() => {
    if (value === known.current) return;
    known.current = value;
    setTyped(value);
  }, [value]);
  useShortcuts({
    F2: () => {
      field.current?.focus();
      field.current?.select();
    },
  });
  const clear = (): void => {
    setTyped('');
    settle('');
    field.current?.focus();
  };
  return (
    <div className={css.search} role="search">
      <IconSearch size={22} stroke={1.6} aria-hidden="true" />
      <input
        ref={field}
        type="text"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        aria-label={label}
        placeholder={label}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            settle(typed);
            onEnter?.(typed.trim());
          }
          if (event.key === 'Escape' && typed !== '') clear();
        }}
      />
      {typed !== '' && <IconButton label={clearLabel} icon={<IconX size={20} stroke={1.6} />} onClick={clear} />}
    </div>
  );
}
