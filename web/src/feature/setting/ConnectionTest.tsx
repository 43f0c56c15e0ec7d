import { IconPlugConnected } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorText, refusalText } from '#/api/refusal';
import type { Refusal } from '#/api/types';
import { Button } from '#/ui/Button';
import { Note } from '#/ui/Note';
import css from './Setting.module.css';

interface Tested {
  works: boolean;
  problem?: object | null;
}

interface ConnectionTestProps<T extends Tested> {
  /** Words of the button. */
  label: string;
  /** Words for a test that succeeded. */
  works: string;
  ask: () => Promise<T>;
  /** Whether something is typed that is not saved: the other side would be asked with what was. */
  isBlocked?: boolean;
  /** What else the test found. */
  children?: (tested: T) => ReactNode;
}

/** Asks the other side with what is saved, and says how it ended. */
export function ConnectionTest<T extends Tested>({ label, works, ask, isBlocked = false, children }: ConnectionTestProps<T>) {
  const test = useMutation({ mutationFn: ask });
  return (
    <div className={css.wide}>
      <Button icon={<IconPlugConnected size={20} stroke={1.6} />} isBusy={test.isPending} isBlocked={isBlocked} onClick={() => test.mutate()}>
        {label}
      </Button>
      {test.data?.works && (
        <Note tone="emerald" role="status">
          {works}
        </Note>
      )}
      {test.data && children?.(test.data)}
      {test.data?.problem && (
        <Note tone="garnet" role="alert">
          <bdi>{refusalText(test.data.problem as Refusal)}</bdi>
        </Note>
      )}
      {test.error && (
        <Note tone="garnet" role="alert">
          {errorText(test.error)}
        </Note>
      )}
    </div>
  );
}
