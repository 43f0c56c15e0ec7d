import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, errorText } from '#/api/refusal';
import { writeShort } from '#/lib/steps';
import { changedByBoth, edited, type Edits } from './edits';

interface FormOptions<T> {
  /** Sends the whole value. What it answers is not looked at here. */
  save: (value: T) => Promise<unknown>;
  /** After it was saved, when nothing is unsaved any more. */
  onSaved?: (answer: unknown) => void;
  /** Reads what the server has now: somebody else changed it in the meantime. */
  reload?: () => Promise<T>;
}

export interface Form<T> {
  value: T;
  set: (change: Edits<T>) => void;
  /** The sentence for a field that cannot stay as it is. Bounds are said in the unit of the field, which has `digits` decimals. */
  errorOf: (field: keyof T & string, digits?: number) => string | undefined;
  /** A field holds something that is no value, such as letters in a number; undefined takes it back. */
  setFault: (field: string, fault: string | undefined) => void;
  changes: number;
  error: Error | null;
  /** Somebody else saved in the meantime: their values are shown, what was typed stays on top. */
  conflict: { both: string[] } | null;
  isSaving: boolean;
  save: () => void;
  discard: () => void;
}

/** The bounds of a number come in its smallest steps; whoever types it counts in wholes. */
function inUnit(error: Error, digits: number): Error {
  const { refusal } = error instanceof ApiError ? error : { refusal: null };
  if (!(error instanceof ApiError) || refusal?.key !== 'setting.out_of_range' || digits === 0) return error;
  const params = Object.fromEntries(
    Object.entries(refusal.params ?? {}).map(([name, value]) => [name, typeof value === 'number' ? writeShort(value, digits) : value]),
  );
  const { status, code, message, reference } = error;
  return new ApiError({ status, code, message, reference, refusal: { ...refusal, params } });
}

/** Whether a refusal says that somebody else was faster. */
export const isConflict = (error: unknown): boolean => error instanceof ApiError && error.key.endsWith('changed_meanwhile');

/** What is typed over `base`, and saving it. */
export function useForm<T extends object>(base: T, { save, onSaved, reload }: FormOptions<T>): Form<T> {
  const [edits, setEdits] = useState<Edits<T>>({});
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [conflict, setConflict] = useState<{ both: string[] } | null>(null);
  const value = { ...base, ...edits };
  const saving = useMutation({
    mutationFn: (whole: T) => save(whole),
    onMutate: () => setConflict(null),
    onSuccess: (answer) => {
      setEdits({});
      onSaved?.(answer);
    },
    onError: async (error) => {
      if (!isConflict(error) || !reload) return;
      const now = await reload();
      setConflict({ both: changedByBoth(base, now, edits) });
      setEdits(edited(now, edits, {}));
    },
  });
  const { error } = saving;
  const refused = error instanceof ApiError ? error.refusal?.field : undefined;
  const typing = Object.keys(faults).filter((name) => !(name in edits)).length;
  return {
    value,
    set: (change) => {
      setEdits((known) => edited(base, known, change));
      // What was said of the form as it was is not true of it any more; of another field it still is.
      if (error && !isConflict(error) && (!refused || refused in change)) saving.reset();
    },
    errorOf: (field, digits = 0) => faults[field] ?? (refused === field && error ? errorText(inUnit(error, digits)) : undefined),
    setFault: (field, fault) =>
      setFaults((known) => {
        const others = Object.fromEntries(Object.entries(known).filter(([name]) => name !== field));
        return fault === undefined ? others : { ...others, [field]: fault };
      }),
    changes: Object.keys(edits).length + typing,
    error,
    conflict,
    isSaving: saving.isPending,
    save: () => {
      if (!saving.isPending && Object.keys(faults).length === 0) saving.mutate(value);
    },
    discard: () => {
      setEdits({});
      setFaults({});
      setConflict(null);
      saving.reset();
    },
  };
}
