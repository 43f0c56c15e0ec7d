import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#/ui/Button';
import { Dialog } from '#/ui/Dialog';
import { TextArea } from '#/ui/Field';

/** The comment limit of the specification. */
const NOTE_LENGTH_MAX = 255;

interface NoteDialogProps {
  title: string;
  initial: string;
  onSave: (note: string) => void;
  onClose: () => void;
}

export function NoteDialog({ title, initial, onSave, onClose }: NoteDialogProps) {
  const { t } = useTranslation('sale');
  const { t: ui } = useTranslation();
  const [note, setNote] = useState(initial);
  return (
    <Dialog
      title={title}
      onClose={onClose}
      foot={
        <>
          <Button variant="quiet" size="lg" isGrowing onClick={onClose}>
            {ui('cancel')}
          </Button>
          <Button variant="primary" size="lg" isGrowing onClick={() => onSave(note.trim())}>
            {t('basket.noteSave')}
          </Button>
        </>
      }
    >
      <TextArea
        label={t('basket.note')}
        help={
          <>
            <span>{t('basket.noteHelp')}</span>
            <span className="num" style={{ marginInlineStart: 'auto' }}>
              <bdi dir="ltr">
                {note.length}/{NOTE_LENGTH_MAX}
              </bdi>
            </span>
          </>
        }
        value={note}
        maxLength={NOTE_LENGTH_MAX}
        data-autofocus
        onChange={(event) => setNote(event.target.value)}
      />
    </Dialog>
  );
}
