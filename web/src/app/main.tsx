import './style/layers.css';
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/default-css-variables.layer.css';
import 'virtual:mantine-variables.css';
import '@mantine/core/styles/global.layer.css';
import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import './style/index.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { watchConnection } from '#/api/connection';
import { token } from '#/api/session-store';
import { startI18n } from '#/lib/i18n';
import { installScanListener } from '#/lib/scan';
import { PAGE_TITLE } from '#/lib/version';
import { App } from './App';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no root');

document.title = PAGE_TITLE;
installScanListener();
watchConnection();
// Nobody is logged in: the page that asks who it is comes first.
await startI18n(token.get() ? [] : ['session']);
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
