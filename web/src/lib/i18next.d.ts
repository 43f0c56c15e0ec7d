import type customer from '../../locale/en/customer.json';
import type customised from '../../locale/en/customised.json';
import type error from '../../locale/en/error.json';
import type order from '../../locale/en/order.json';
import type packageWords from '../../locale/en/package.json';
import type payment from '../../locale/en/payment.json';
import type sale from '../../locale/en/sale.json';
import type session from '../../locale/en/session.json';
import type setting from '../../locale/en/setting.json';
import type shell from '../../locale/en/shell.json';
import type ui from '../../locale/en/ui.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'ui';
    resources: {
      customer: typeof customer;
      customised: typeof customised;
      error: typeof error;
      order: typeof order;
      package: typeof packageWords;
      payment: typeof payment;
      sale: typeof sale;
      session: typeof session;
      setting: typeof setting;
      shell: typeof shell;
      ui: typeof ui;
    };
  }
}
