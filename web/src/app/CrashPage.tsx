import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ApiError, errorText, NoAnswerError } from '#/api/refusal';
import { ChunkLoadError } from '#/lib/chunk';
import { shortDeviceId } from '#/lib/storage';
import { ErrorState } from '#/ui/ErrorState';

function explain(error: unknown, chunkText: string, plainText: string): string {
  if (error instanceof ApiError || error instanceof NoAnswerError) return errorText(error);
  return error instanceof ChunkLoadError ? chunkText : plainText;
}

/** A page that failed to load or to draw. The shell around it stays. */
export function CrashPage({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation('shell');
  const router = useRouter();
  const retry = (): void => {
    reset();
    void router.invalidate();
  };
  return (
    <ErrorState
      title={t('crash.title')}
      text={explain(error, t('crash.chunk'), t('crash.text'))}
      reference={`${shortDeviceId()} · ${String(error).slice(0, 80)}`}
      onRetry={retry}
    />
  );
}
