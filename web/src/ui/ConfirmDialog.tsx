import { Button } from './Button';
import { Dialog } from './Dialog';

interface ConfirmDialogProps {
  /** A question with the object and its number. */
  title: string;
  /** What follows from a yes. */
  consequence: string;
  stay: string;
  go: string;
  isDestructive?: boolean;
  /** The focus starts on the safe answer, as it does when something is destroyed: a scan must not answer. */
  isCareful?: boolean;
  isBusy?: boolean;
  /** Can be used over a dialog that hides everything else. */
  isOverCover?: boolean;
  onStay: () => void;
  onGo: () => void;
}

/** For what cannot be undone. The safe answer stands first and has the focus when it destroys. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, consequence, stay, go, isDestructive, isCareful = isDestructive, isBusy, isOverCover = false, onStay, onGo } = props;
  return (
    <Dialog
      title={title}
      lead={consequence}
      isWithoutClose
      isOverCover={isOverCover}
      role="alertdialog"
      onClose={onStay}
      foot={
        <>
          <Button variant="quiet" size="lg" isGrowing onClick={onStay} data-autofocus={isCareful || undefined}>
            {stay}
          </Button>
          <Button
            variant={isDestructive ? 'dangerFilled' : 'primary'}
            size="lg"
            isGrowing
            isBusy={isBusy ?? false}
            onClick={onGo}
            data-autofocus={isCareful ? undefined : true}
          >
            {go}
          </Button>
        </>
      }
    />
  );
}
