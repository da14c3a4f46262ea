import {
  couponLimitText,
  couponValueText,
  countryFacts,
  fill,
  joinNames,
  type Locale,
} from '@slotwise/contract'
import { encode } from 'uqr'

import { type Offered, type Refusal, spacedCode } from '../modules/coupons/index.ts'
import { couponPageWords } from './coupon-page-words.ts'
import { escapeHtml, policyOf } from './html.ts'

const style = `:root{color-scheme:light dark;--back:#f3f5f8;--text:#1b2330;--soft:#55606f;--card:#fff;--line:#d8dee7;--key:#1f4e8c;--on:#fff}
*{box-sizing:border-box}
body{margin:0;font:16px/1.5 system-ui,"PingFang SC","Microsoft YaHei",sans-serif;background:var(--back);color:var(--text)}
main{width:min(100%,26rem);margin:0 auto;padding:1.5rem 1rem 3rem}
.merchant{margin:0 0 .75rem;text-align:center;color:var(--soft);overflow-wrap:anywhere}
section,.notice{background:var(--card);border:1px solid var(--line);border-radius:.75rem;padding:1.25rem;margin:0 0 1rem}
.ticket{text-align:center;border-top:.375rem solid var(--key)}
h1{font-size:1.125rem;font-weight:600;margin:0;overflow-wrap:anywhere}
h2{font-size:1rem;font-weight:600;margin:0 0 .75rem;overflow-wrap:anywhere}
.value{font-size:2.25rem;line-height:1.25;font-weight:700;margin:.25rem 0 1rem;color:var(--key);overflow-wrap:anywhere}
dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem;margin:0;text-align:start;font-size:.9375rem}
dt{color:var(--soft)}
dd{margin:0;overflow-wrap:anywhere}
label{display:block;font-size:.9375rem;margin:0 0 .25rem}
input{width:100%;min-height:2.75rem;padding:.5rem .75rem;margin:0 0 1rem;font:inherit;color:inherit;background:transparent;border:1px solid #7a8595;border-radius:.5rem}
button{display:block;width:100%;min-height:3rem;border:0;border-radius:.5rem;font:inherit;font-weight:600;background:var(--key);color:var(--on);cursor:pointer}
button:focus-visible,input:focus-visible,summary:focus-visible{outline:3px solid #d9822b;outline-offset:2px}
.notice{font-weight:500;text-align:center}
.mine{text-align:center}
.mine svg{display:block;width:min(100%,14rem);margin:0 auto .75rem;border-radius:.5rem}
.code{font:600 1.25rem/1.4 ui-monospace,Menlo,Consolas,monospace;letter-spacing:.05em;margin:0;overflow-wrap:anywhere}
.hint{margin:.25rem 0 0;font-size:.875rem;color:var(--soft)}
summary{min-height:2.75rem;padding:.5rem 0;cursor:pointer}
details .mine{margin:1rem 0 0}
@media (prefers-color-scheme:dark){:root{--back:#12161d;--text:#e7ebf1;--soft:#a5b0bf;--card:#1a2029;--line:#313a47;--key:#8ab4f0;--on:#10161f}}`
export const pagePolicy = policyOf(style)

const frame = (locale: Locale, title: string, body: string): string => `<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${style}</style></head>
<body><main>${body}</main></body></html>`

/** A page that only says something. */
const messagePage = (locale: Locale, title: string, hint: string): string =>
  frame(locale, title, `<section class="mine"><h1>${title}</h1><p class="hint">${hint}</p></section>`)

export function unknownPage(locale: Locale): string {
  const { unknown, unknownHint } = couponPageWords[locale]
  return messagePage(locale, unknown, unknownHint)
}

export function waitPage(locale: Locale, seconds: number): string {
  const { wait, waitHint } = couponPageWords[locale]
  return messagePage(locale, wait, fill(waitHint, { seconds }))
}

/** What a press of the button has led to, where the page does not say it by itself. */
export type Notice = 'crossSite' | 'cookies' | 'wrongCard' | 'limitReached'

export function offerPage(locale: Locale, offered: Offered, notice?: Notice): string {
  const words = couponPageWords[locale]
  const { merchant, coupon, own, refusal } = offered
  const mine = own.filter(({ coupon_id: id }) => id === coupon.coupon_id)
  const [newest, ...older] = mine
  const others = [...older, ...own.filter(({ coupon_id: id }) => id !== coupon.coupon_id)]
  const notification = notice
    ? words[notice]
    : refusal && mine.length === 0
      ? refusalText(locale, refusal)
      : ''
  return frame(
    locale,
    `${coupon.name} · ${merchant.name}`,
    [
      `<p class="merchant">${escapeHtml(merchant.name)}</p>`,
      ticket(locale, offered),
      notification && `<p class="notice" role="status">${notification}</p>`,
      newest &&
        `<section class="mine"><h2>${words.yours}</h2>${codeBlock(locale, newest, words.show)}</section>`,
      refusal === undefined && form(locale, mine.length > 0),
      others.length > 0 &&
        `<section><details><summary>${fill(words.others, { count: others.length })}</summary>${others
          .map((one) => otherCoupon(locale, offered, one))
          .join('')}</details></section>`,
    ]
      .filter(Boolean)
      .join('\n'),
  )
}

const refusalText = (locale: Locale, refusal: Refusal): string =>
  couponPageWords[locale][refusal === 'limit' ? 'limitReached' : refusal]

function ticket(locale: Locale, { merchant, coupon, storeNames }: Offered): string {
  const words = couponPageWords[locale]
  const { quantity, received, limit_count: limit } = coupon
  const facts: [string, string][] = [
    [words.valid, validText(locale, coupon)],
    [words.shops, coupon.regions.length === 0 ? words.everyShop : joinNames(locale, storeNames)],
    ...(limit > 0 ? [[words.limit, couponLimitText(locale, coupon)] as [string, string]] : []),
    ...(quantity > 0 ? [[words.left, String(quantity - received)] as [string, string]] : []),
  ]
  return `<section class="ticket"><h1>${escapeHtml(coupon.name)}</h1>
<p class="value">${escapeHtml(couponValueText(locale, coupon, countryFacts[merchant.country].currency))}</p>
<dl>${facts.map(([name, text]) => `<dt>${name}</dt><dd>${escapeHtml(text)}</dd>`).join('')}</dl></section>`
}

function validText(
  locale: Locale,
  { start_date: start, end_date: end }: { start_date: string | null; end_date: string | null },
): string {
  const words = couponPageWords[locale]
  const from = start === null ? '' : dayText(locale, start)
  const to = end === null ? '' : dayText(locale, end)
  if (from && to) return fill(words.between, { from, to })
  if (from) return fill(words.from, { from })
  return to ? fill(words.until, { to }) : words.always
}

const dayText = (locale: Locale, day: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day))

const form = (locale: Locale, hasOne: boolean): string => {
  const words = couponPageWords[locale]
  return `<section><form method="post"><label for="cardno">${words.card}</label>
<input id="cardno" name="cardno" maxlength="40" autocomplete="off">
<button>${hasOne ? words.again : words.receive}</button></form></section>`
}

type Own = Offered['own'][number]

function otherCoupon(locale: Locale, { merchant }: Offered, own: Own): string {
  const value = couponValueText(locale, own.coupon, countryFacts[merchant.country].currency)
  const hint = validText(locale, own.coupon)
  return `<div class="mine"><h2>${escapeHtml(`${own.coupon.name} · ${value}`)}</h2>${codeBlock(locale, own, hint)}</div>`
}

function codeBlock(locale: Locale, { code, state }: Own, hint: string): string {
  const words = couponPageWords[locale]
  const spaced = spacedCode(code)
  const text = state === 'reserved' ? words.reserved : hint
  return `${qrOf(code, fill(words.codeOf, { code: spaced }))}<p class="code">${spaced}</p><p class="hint">${escapeHtml(text)}</p>`
}

/** Dark on white in every theme, because many scanners read no inverted codes. */
function qrOf(text: string, label: string): string {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return `<svg role="img" aria-label="${escapeHtml(label)}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><rect width="100%" height="100%" fill="#fff"/><path d="${path}" fill="#000"/></svg>`
}
