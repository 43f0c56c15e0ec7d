import { AxeBuilder } from '@axe-core/playwright';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { texts, type Language } from './words.js';

/** Where pictures of each screen are kept; none are made without it. */
const PICTURES = process.env.VITRINE_PICTURES;

/** For a walk through every screen, in milliseconds. On a crowded machine axe alone takes seconds a screen. */
export const WALK_MAX = 300_000;

export async function picture(page: Page, name: string): Promise<void> {
  if (!PICTURES) return;
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: join(PICTURES, `${name}.png`), animations: 'disabled' });
}

/**
 * What violates WCAG 2.2 AA. The paper of a receipt is the browser's own. What arrives while a screen is read may be
 * fading in: what is wrong stays wrong.
 */
export async function violations(page: Page): Promise<string[]> {
  let found: string[] = [];
  for (let reading = 0; reading < 3; reading += 1) {
    found = await readViolations(page);
    if (found.length === 0) break;
    await still(page);
  }
  return found;
}

async function readViolations(page: Page): Promise<string[]> {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
  const found = await new AxeBuilder({ page }).withTags(tags).exclude('iframe').analyze();
  return found.violations.flatMap((one) =>
    one.nodes.map((node) => `${one.id}: ${node.html.slice(0, 200)} ${node.any[0]?.message ?? ''}`),
  );
}

/** The till, the tablet and the phone of a boutique. */
export const SIZES = [
  [1440, 900],
  [1180, 820],
  [390, 844],
] as const;

/**
 * The end of a story's title: `@long` keeps it out of the usual run, in which every set of screens is read
 * once, where most goes wrong: on the narrowest screen, in the longest words, or from right to left.
 */
export function usual(isUsual: boolean): string {
  return isUsual ? '' : ' @long';
}

/** Keeps a picture of a screen at each size; nothing on it violates WCAG 2.2 AA. */
export async function seen(page: Page, name: string): Promise<void> {
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await still(page);
    await picture(page, `${name}-${width}`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await still(page);
  expect(await violations(page)).toEqual([]);
}

/** Waits until nothing fades or slides any more. */
export async function still(page: Page): Promise<void> {
  await atRest(page);
  // What has just come to the page begins to fade some frames later.
  await page.evaluate(async () => {
    for (let frame = 0; frame < 4; frame += 1) await new Promise((done) => requestAnimationFrame(done));
  });
  await atRest(page);
}

async function atRest(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document.getAnimations().every((one) => one.playState !== 'running' || one.effect?.getComputedTiming().iterations === Infinity),
  );
}

/**
 * Text that cannot be read: cut by its box, pushed over the edge of the screen, or covered by
 * something. A name may end in an ellipsis; a fixed text of the till may not.
 */
export async function unreadable(page: Page, language: Language): Promise<string[]> {
  return page.evaluate((fixed) => {
    const known = new Set(fixed);
    const found: string[] = [];
    // What loads under a dialog that hides everything else comes later and is behind it all the same.
    const modal = [...document.querySelectorAll('[aria-modal="true"]')].findLast((one) => one.closest('[inert]') === null);
    const walker = document.createTreeWalker(modal ?? document.body, NodeFilter.SHOW_TEXT);
    const describe = (element: Element): string => `${element.tagName}.${element.className} “${element.textContent.trim().slice(0, 60)}”`;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      const text = node.textContent?.trim() ?? '';
      if (!parent || text === '' || parent.closest('.sr,script,style,iframe,select,[aria-hidden="true"] svg')) continue;
      if (!parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const box = range.getBoundingClientRect();
      if (box.width === 0 || box.height === 0) continue;
      // What a scrolling list hides is reached by scrolling; what a box hides is not.
      let clip = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
      let isScrolled = false;
      let isCut = false;
      for (let up: Element | null = parent; up && up !== document.body; up = up.parentElement) {
        const style = getComputedStyle(up);
        if (style.position === 'fixed' && up !== parent) break;
        if (style.overflowX === 'visible' && style.overflowY === 'visible') continue;
        const rim = up.getBoundingClientRect();
        if (rim.width <= 1 || rim.height <= 1) isScrolled = true;
        const scrolls = /auto|scroll/.test(style.overflowX + style.overflowY);
        const beyond = box.left < rim.left - 1 || box.right > rim.right + 1 || box.bottom > rim.bottom + 2 || box.top < rim.top - 2;
        if (beyond && scrolls) isScrolled = true;
        else if (beyond) {
          const isName = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
          if (!isName || known.has(text)) isCut = true;
          else isScrolled = true;
        }
        clip = {
          left: Math.max(clip.left, rim.left),
          top: Math.max(clip.top, rim.top),
          right: Math.min(clip.right, rim.right),
          bottom: Math.min(clip.bottom, rim.bottom),
        };
      }
      if (isScrolled) continue;
      if (isCut) {
        found.push(`cut: ${describe(parent)}`);
        continue;
      }
      if (box.left < -1 || box.right > innerWidth + 1) {
        found.push(`over the edge: ${describe(parent)}`);
        continue;
      }
      const x = (Math.max(box.left, clip.left) + Math.min(box.right, clip.right)) / 2;
      const y = (Math.max(box.top, clip.top) + Math.min(box.bottom, clip.bottom)) / 2;
      const top = document.elementFromPoint(x, y);
      if (!top || top.contains(parent) || parent.contains(top)) continue;
      // A menu or a list that was opened lies over the page until it is closed.
      const floating = top.closest('[role="menu"],[role="dialog"],[role="status"],[role="alert"]');
      if (floating && !floating.contains(parent)) continue;
      // A label under the transparent surface of its own control is read well.
      if (getComputedStyle(parent).pointerEvents === 'none' || top.closest('button,a,label')?.contains(parent)) continue;
      // A total that stays at the end of its list: what it covers is reached by scrolling.
      const stays = [top, top.parentElement, top.parentElement?.parentElement].find((one) => one && getComputedStyle(one).position === 'sticky');
      if (stays && stays.closest('[data-scroll]')?.contains(parent)) continue;
      const paint = getComputedStyle(top);
      const isPainted = paint.backgroundColor !== 'rgba(0, 0, 0, 0)' || [...top.childNodes].some((one) => one.nodeType === 3 && one.textContent?.trim());
      if (isPainted) found.push(`covered: ${describe(parent)} by ${describe(top)}`);
    }
    if (document.documentElement.scrollWidth > innerWidth) found.push('the page scrolls sideways');
    return found;
  }, texts(language));
}
