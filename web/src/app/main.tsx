import '@mantine/core/styles/baseline.css';
import '@mantine/core/styles/default-css-variables.css';
import 'virtual:mantine-variables.css';
import '@mantine/core/styles/global.css';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/Paper.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Modal.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Menu.css';
import './style/index.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { watchConnection } from '#/api/connection';
import { startI18n } from '#/lib/i18n';
import { installScanListener } from '#/lib/scan';
import { PAGE_TITLE } from '#/lib/version';
import { App } from './App';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no root');

document.title = PAGE_TITLE;
installScanListener();
watchConnection();
await startI18n();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
