import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { getDocument } from '#/api/client';
import { saveFile } from '#/lib/save-file';
import { IconButton } from '#/ui/IconButton';
import css from './ListPage.module.css';

/** Saves a table of the server under a name; presses while one is on its way do nothing. */
export function useExport(address: string, fileName: string | (() => string)): { isExporting: boolean; run: () => void } {
  const [isExporting, setExporting] = useState(false);
  const run = (): void => {
    if (isExporting) return;
    setExporting(true);
    getDocument(address)
      .then((blob) => saveFile(blob, typeof fileName === 'string' ? fileName : fileName()))
      // The client has said what went wrong; the list stays as it is.
      .catch(() => undefined)
      .finally(() => setExporting(false));
  };
  return { isExporting, run };
}

interface ExportButtonProps {
  label: string;
  /** Where the table is read. */
  address: string;
  /** Its name; a function when the name is that of the moment. */
  fileName: string | (() => string);
}

/** The list as a table for spreadsheets, with the filters of the screen. */
export function ExportButton({ label, address, fileName }: ExportButtonProps) {
  const { isExporting, run } = useExport(address, fileName);
  return (
    <IconButton
      isFramed
      className={css.export}
      label={label}
      title={label}
      aria-busy={isExporting || undefined}
      icon={<IconDownload size={22} stroke={1.6} />}
      onClick={run}
    />
  );
}
