import { free } from './office.js';
import { change, keepPassword } from './till.js';

/** The password of those whom these stories make. */
export const OWN_PASSWORD = 'lanterns over quiet water';

export interface Money {
  minor: number;
  currency: string;
}

interface Drawer {
  terminalNo: string;
  name: string;
  transactionAmount: Money | null;
}

interface Tender {
  tenderCode: string;
  name: string;
  isCash: boolean;
  countingRequired: boolean;
  denominations: number[];
  transactionQuantity: number;
  transactionAmount: Money | null;
  drawers: Drawer[];
}

interface Count {
  tenderCode: string;
  terminalNo: string | null;
  openingFloat: Money;
  added: Money;
  removed: Money;
}

interface Statement {
  statementNo: string;
  state: string;
  tenders: Tender[];
  counts: Count[];
}

/** Somebody new of a store who counts and posts within the limit, and administers nothing. */
export async function closer(storeNo: string, till: string): Promise<{ id: string; name: string }> {
  const id = free('closer.');
  const firstName = free('Nadia');
  const [like] = ((await change('admin', 'GET', `/setting/salesperson?storeNo=${storeNo}&limit=1`)) as unknown as { items: { value: object }[] }).items;
  const value = {
    ...like?.value,
    firstName,
    lastName: 'Roche',
    nameOnReceipt: '',
    permissionGroupCode: 'SENIOR',
    employeeType: 'SALES',
    endsOn: null,
    blocked: false,
    linkedStores: [],
    storeNo,
    defaultTerminalNo: `${storeNo}-${till}`,
  };
  await change('admin', 'PUT', `/setting/salesperson/${id}`, { version: null, value, password: OWN_PASSWORD });
  keepPassword(id, OWN_PASSWORD);
  return { id, name: `${firstName} Roche` };
}

/** An administrator of a store who may stand for any difference. */
export async function owner(storeNo: string): Promise<{ id: string; name: string }> {
  const somebody = await closer(storeNo, '2');
  const code = free('OWNER').toUpperCase();
  const { value } = (await change('admin', 'GET', '/setting/permission-group/ADMIN')) as unknown as { value: { grants: object } };
  const grants = { ...value.grants, 'statement.post': 'ALLOWED' };
  await change('admin', 'PUT', `/setting/permission-group/${code}`, { version: null, value: { ...value, name: 'Owner', grants } });
  const known = (await change('admin', 'GET', `/setting/salesperson/${somebody.id}`)) as unknown as { version: number; value: object };
  const group = { permissionGroupCode: code };
  await change('admin', 'PUT', `/setting/salesperson/${somebody.id}`, { version: known.version, value: { ...known.value, ...group }, password: null });
  return somebody;
}

export const current = async (user: string): Promise<Statement | null> =>
  ((await change(user, 'GET', '/statement/current')) as unknown as { statement: Statement | null }).statement;

/** Counts everything that is to be counted as nothing; what drawers should hold is told from then on. */
export async function countNothing(user: string, statement: Statement): Promise<Statement> {
  let known = statement;
  for (const { tenderCode, isCash, drawers, transactionAmount } of statement.tenders.filter((tender) => tender.countingRequired)) {
    const counts = isCash
      ? drawers.map(({ terminalNo }) => ({ tenderCode, terminalNo, denominations: [] }))
      : [{ tenderCode, amount: { minor: 0, currency: transactionAmount?.currency }, slips: 0 }];
    for (const count of counts) {
      const body = { ...count, reason: 'A story begins' };
      known = (await change(user, 'POST', `/statement/${statement.statementNo}/count`, body)) as unknown as Statement;
    }
  }
  return known;
}

export async function calculated(user: string): Promise<Statement> {
  const known = await current(user);
  if (known && known.state !== 'OPEN') return known;
  return (await change(user, 'POST', '/statement', {})) as unknown as Statement;
}

/** Posts what the store sold before the story, whatever that is; `user` may post any difference. */
export async function postThePast(user: string): Promise<void> {
  const statement = await countNothing(user, await calculated(user));
  await change(user, 'POST', `/statement/${statement.statementNo}/posting`, { reason: 'A story begins' });
}

/** What each drawer should hold now, by tender and till. Nothing stays calculated or counted. */
export async function drawersNow(user: string): Promise<Map<string, number>> {
  const { statementNo, tenders, counts } = await countNothing(user, await calculated(user));
  await change(user, 'POST', `/statement/${statementNo}/clear`);
  return new Map(
    tenders
      .filter(({ isCash }) => isCash)
      .flatMap(({ tenderCode, drawers }) =>
        drawers.map(({ terminalNo, transactionAmount }) => {
          const count = counts.find((one) => one.tenderCode === tenderCode && one.terminalNo === terminalNo);
          const { openingFloat, added, removed } = count ?? {};
          const content = (openingFloat?.minor ?? 0) + (added?.minor ?? 0) - (removed?.minor ?? 0) + (transactionAmount?.minor ?? 0);
          return [`${tenderCode} ${terminalNo}`, content] as const;
        }),
      ),
  );
}

/** A piece that the store has several of, and that nothing but its price decides. */
export async function aPiece(user: string): Promise<string> {
  const { items } = (await change(user, 'GET', '/item?limit=200')) as unknown as {
    items: { itemClass: string; collectionCode: string | null; available: number; sizes: { barcode: string | null }[]; price: Money | null }[];
  };
  const item = items.find(
    ({ available, sizes, price, collectionCode, itemClass }) =>
      available > 2 && sizes.length === 1 && price !== null && price.minor > 5_000 && !['OPALE', 'SIRENE'].includes(collectionCode ?? '') && ['NECKLACE', 'EARRING'].includes(itemClass),
  );
  const barcode = item?.sizes[0]?.barcode;
  if (!barcode) throw new Error('the demonstration has no such piece');
  return barcode;
}

/** The card terminal of a till. */
export async function cardTerminal(terminalNo: string): Promise<string> {
  const { value } = (await change('admin', 'GET', `/setting/terminal/${terminalNo}`)) as unknown as { value: { deviceSN: string } };
  return value.deviceSN;
}

/** Sets where a till reaches its card terminal, by what it was before; answers that. */
export async function moveTerminal(terminalNo: string, to: (address: string) => string): Promise<string> {
  const { version, value } = (await change('admin', 'GET', `/setting/terminal/${terminalNo}`)) as unknown as { version: number; value: { deviceAddress: string } };
  await change('admin', 'PUT', `/setting/terminal/${terminalNo}`, { version, value: { ...value, deviceAddress: to(value.deviceAddress) } });
  return value.deviceAddress;
}
