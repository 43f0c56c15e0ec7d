/** Root version 3 and the minor code .10.51 of the specification. */
export const APP_VERSION = '3.10.51';
export const PRODUCT_NAME = 'Vitrine';
export const PAGE_TITLE = `${PRODUCT_NAME} ${APP_VERSION}`;
