import type { PriceBook } from '../../../domains/billing/credits/price-book.ts'
import { html } from '../../../kit/html.ts'
import { renderHeading } from '../code.ts'
import type { Page, Section } from '../page.ts'

/** Renders the published price book of this server, read for every request. */
export function pricesPage(readBook: () => PriceBook | Promise<PriceBook>): Page {
  return {
    path: '/docs/prices',
    title: 'Price book',
    description: 'The price of each action in credits, and the price of credits, on this server.',
    group: 'Reference',
    isLive: true,
    sections: async () => buildPriceSections(await readBook()),
  }
}

function buildPriceSections(book: PriceBook): Section[] {
  const { name, actions, packs, plans, repeat_free_days: days } = book
  const introduction = `This is the price book \`${name}\`, published by this server. A call is charged for what it found; the \`X-Price-Book\` header of a response names the book that priced it. A workspace can have its own book: \`GET /v1/actions\` returns your prices.`
  const repeat = days === null ? '' : ` A workspace is not charged again for the same data within ${days} days.`
  const lead: Section = {
    id: '',
    title: '',
    level: 2,
    html: () =>
      html`<p>This is the price book <code>${name}</code>, published by this server. A call is charged for what it found; the <code>X-Price-Book</code> header of a response names the book that priced it. A workspace can have its own book: <a href="/docs/actions">GET /v1/actions</a> returns your prices.${repeat}</p>`,
    markdown: () => introduction + repeat,
  }
  return [
    lead,
    table(
      'actions',
      'Actions',
      ['Action', 'Credits', 'Unit'],
      Object.entries(actions).map(([action, { credits, unit }]) => [action, String(credits), unit]),
    ),
    table(
      'packs',
      'Packs',
      ['Pack', 'Credits', 'Price'],
      packs.map((pack) => [pack.name, count(pack.credits), dollars(pack.price_usd)]),
    ),
    table(
      'plans',
      'Plans',
      ['Plan', 'Monthly credits', 'Monthly price', 'Yearly price', 'Rollover limit'],
      plans.map((plan) => [
        plan.name,
        count(plan.credits_per_month),
        dollars(plan.monthly_price_usd),
        dollars(plan.yearly_price_usd),
        count(plan.rollover_cap),
      ]),
    ),
  ].filter((section) => section !== undefined)
}

function table(
  id: string,
  title: string,
  heads: readonly string[],
  rows: readonly (readonly string[])[],
): Section | undefined {
  if (rows.length === 0) return undefined
  const head = heads.map((text) => html`<th>${text}</th>`)
  const body = rows.map(
    (row) =>
      html`<tr>${row.map((text, at) => html`<td>${at === 0 && id === 'actions' ? html`<code>${text}</code>` : text}</td>`)}</tr>`,
  )
  return {
    id,
    title,
    level: 2,
    html: () =>
      html`${renderHeading(2, id, title)}<div class="table" tabindex="0" role="group" aria-label="${title}"><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>`,
    markdown: () =>
      [`## ${title}\n`, ...[heads, heads.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`)].join('\n'),
  }
}

function count(credits: number): string {
  return credits.toLocaleString('en')
}

function dollars(amount: number): string {
  return `$${amount.toLocaleString('en', { minimumFractionDigits: Number.isInteger(amount) ? 0 : 2 })}`
}
