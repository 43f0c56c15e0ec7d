import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { get } from '#/api/client';
import { TextField } from '#/ui/Field';
import { sectionKey } from './use-entries';

interface ItemInputProps {
  label: string;
  value: string;
  onChange: (itemNo: string) => void;
  error?: string | undefined;
  isRequired?: boolean;
  isFixed?: boolean;
}

const SUGGESTIONS = 12;
const LETTERS_MIN = 2;

/** The number of an item, with the items that what was typed finds. */
export function ItemInput({ label, value, onChange, error, isRequired = false, isFixed = false }: ItemInputProps) {
  const id = useId();
  const { data } = useQuery({
    queryKey: [...sectionKey('item'), 'suggestions', value],
    queryFn: ({ signal }) => get('/setting/item', { query: { search: value, limit: SUGGESTIONS }, signal, notice: 'none' }),
    enabled: value.length >= LETTERS_MIN,
    placeholderData: (known) => known,
    staleTime: 60_000,
  });
  const found = data?.items ?? [];
  const name = found.find((item) => item.itemNo === value)?.name;
  return (
    <>
      <TextField
        label={label}
        value={value}
        help={name}
        error={error}
        isRequired={isRequired}
        readOnly={isFixed}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        list={id}
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={id}>
        {found.map((item) => (
          <option key={item.itemNo} value={item.itemNo}>
            {item.name}
          </option>
        ))}
      </datalist>
    </>
  );
}
