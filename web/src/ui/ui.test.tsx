import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Button } from './Button';
import { CodeField } from './CodeField';
import { Keypad } from './Keypad';
import { Segment } from './Segment';
import { Stepper } from './Stepper';

afterEach(() => {
  document.documentElement.dir = 'ltr';
});

describe('Button', () => {
  it('says why instead of acting while it is blocked', async () => {
    const onClick = vi.fn();
    const onBlocked = vi.fn();
    render(
      <Button isBlocked onBlocked={onBlocked} onClick={onClick}>
        Take payment
      </Button>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Take payment' }));
    expect(onBlocked).toHaveBeenCalledOnce();
    expect(onClick).not.toHaveBeenCalled();
  });
  it('takes no second press while it works, and sends no form while blocked', async () => {
    const onClick = vi.fn();
    const onSubmit = vi.fn((event: Event) => event.preventDefault());
    render(
      <form onSubmit={(event) => onSubmit(event.nativeEvent)}>
        <Button isBusy onClick={onClick}>
          Save
        </Button>
        <Button type="submit" isBlocked>
          Send
        </Button>
      </form>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(onClick).not.toHaveBeenCalled();
    expect(onSubmit).not.toHaveBeenCalled();
  });
});

describe('CodeField', () => {
  function Code() {
    const [code, setCode] = useState('');
    return <CodeField label="Code" value={code} onChange={setCode} />;
  }
  it('takes a pasted code, digits only', () => {
    render(<Code />);
    const field = screen.getByLabelText<HTMLInputElement>('Code');
    fireEvent.change(field, { target: { value: '12 34-567' } });
    expect(field.value).toBe('123456');
  });
});

describe('Segment', () => {
  function Language() {
    const [value, setValue] = useState('a');
    const options = ['a', 'b', 'c'].map((name) => ({ value: name, label: name }));
    return <Segment label="Letters" value={value} options={options} onChange={setValue} />;
  }
  const checked = (): string | null => screen.getByRole('radio', { checked: true }).textContent;

  it('moves with the arrow keys, around the end, focus included', async () => {
    render(<Language />);
    await userEvent.tab();
    await userEvent.keyboard('{ArrowRight}');
    expect(checked()).toBe('b');
    expect(document.activeElement?.textContent).toBe('b');
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(checked()).toBe('c');
  });
  it('is mirrored from right to left, except up and down', async () => {
    document.documentElement.dir = 'rtl';
    render(<Language />);
    await userEvent.tab();
    await userEvent.keyboard('{ArrowLeft}');
    expect(checked()).toBe('b');
    await userEvent.keyboard('{ArrowDown}');
    expect(checked()).toBe('c');
  });
});

describe('Stepper', () => {
  const show = (value: number, increaseRefusal: string | null) => {
    const calls = { onDecrease: vi.fn(), onIncrease: vi.fn(), onRemove: vi.fn(), onRefused: vi.fn() };
    render(
      <Stepper
        label="Quantity"
        decreaseLabel="One less"
        increaseLabel="One more"
        removeLabel="Remove"
        value={value}
        increaseRefusal={increaseRefusal}
        {...calls}
      />,
    );
    return calls;
  };
  it('removes at 1', async () => {
    const calls = show(1, null);
    await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
    expect(calls.onRemove).toHaveBeenCalledOnce();
    expect(calls.onDecrease).not.toHaveBeenCalled();
  });
  it('says the reason of a refused side', async () => {
    const calls = show(2, 'No more here');
    await userEvent.click(screen.getByRole('button', { name: 'One more' }));
    expect(calls.onRefused).toHaveBeenCalledExactlyOnceWith('No more here');
    expect(calls.onIncrease).not.toHaveBeenCalled();
  });
});

describe('Keypad', () => {
  it('has 1-2-3 on top and is not mirrored', async () => {
    const onKey = vi.fn();
    render(<Keypad label="Keypad" deleteLabel="Delete" clearLabel="Clear" corner="point" onKey={onKey} />);
    const names = screen.getAllByRole('button').map((key) => key.textContent);
    expect(names.slice(0, 3)).toEqual(['1', '2', '3']);
    expect(screen.getByRole('group').getAttribute('dir')).toBe('ltr');
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    expect(onKey).toHaveBeenCalledExactlyOnceWith('delete');
  });
});
