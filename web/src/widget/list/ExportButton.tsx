import { IconDownload, IconFileTypePdf } from '@tabler/icons-react';
import { useState } from 'react';
import { getDocument } from '#/api/client';
import { saveFile } from '#/lib/save-file';
import { IconButton } from '#/ui/IconButton';
import css from './ListPage.module.css';

/** Saves a file of the server under a name; presses while one is on its way do nothing. */
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
  /** Where the file is read. */
  address: string;
  /** Its name; a function when the name is that of the moment. */
  fileName: string | (() => string);
  /** Whether it is a paper and no table. */
  isPaper?: boolean;
}

/** The list as a table for spreadsheets, or on paper, with the filters of the screen. */
export function ExportButton({ label, address, fileName, isPaper = false }: ExportButtonProps) {
  const { isExporting, run } = useExport(address, fileName);
  const Icon = isPaper ? IconFileTypePdf : IconDownload;
  return (
    <IconButton
      isFramed
      className={css.export}
      label={label}
      title={label}
      aria-busy={isExporting || undefined}
      icon={<Icon size={22} stroke={1.6} />}
      onClick={run}
    />
  );
}
