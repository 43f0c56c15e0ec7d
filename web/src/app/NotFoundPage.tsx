import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { page } from '#/lib/path';
import { Button } from '#/ui/Button';
import { EmptyState } from '#/ui/EmptyState';

export function NotFoundPage() {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const path = useRouterState({ select: (state) => state.location.pathname });
  return (
    <EmptyState
      piece="pendant"
      title={t('notFound.title')}
      text={t('notFound.text', { path })}
      actions={
        <Button variant="primary" onClick={() => void navigate({ to: page.sale, replace: true })}>
          {t('notFound.go')}
        </Button>
      }
    />
  );
}
