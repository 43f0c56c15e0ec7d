import type cashReport from '../../locale/en/cashReport.json';
import type customer from '../../locale/en/customer.json';
import type customised from '../../locale/en/customised.json';
import type deposit from '../../locale/en/deposit.json';
import type drawer from '../../locale/en/drawer.json';
import type error from '../../locale/en/error.json';
import type giftCard from '../../locale/en/giftCard.json';
import type loyalty from '../../locale/en/loyalty.json';
import type order from '../../locale/en/order.json';
import type other from '../../locale/en/other.json';
import type packageWords from '../../locale/en/package.json';
import type payment from '../../locale/en/payment.json';
import type permission from '../../locale/en/permission.json';
import type recycling from '../../locale/en/recycling.json';
import type sale from '../../locale/en/sale.json';
import type session from '../../locale/en/session.json';
import type setting from '../../locale/en/setting.json';
import type shell from '../../locale/en/shell.json';
import type report from '../../locale/en/report.json';
import type statement from '../../locale/en/statement.json';
import type taxFree from '../../locale/en/taxFree.json';
import type ui from '../../locale/en/ui.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'ui';
    resources: {
      cashReport: typeof cashReport;
      customer: typeof customer;
      customised: typeof customised;
      deposit: typeof deposit;
      drawer: typeof drawer;
      error: typeof error;
      giftCard: typeof giftCard;
      loyalty: typeof loyalty;
      order: typeof order;
      other: typeof other;
      package: typeof packageWords;
      payment: typeof payment;
      permission: typeof permission;
      recycling: typeof recycling;
      sale: typeof sale;
      session: typeof session;
      setting: typeof setting;
      shell: typeof shell;
      report: typeof report;
      statement: typeof statement;
      taxFree: typeof taxFree;
      ui: typeof ui;
    };
  }
}
