import { readFileSync } from 'node:fs'
import type { Capability, PlatformFacts } from '../../../../connectors/platform.ts'
import type { Context } from '../../../../kit/context.ts'
import { Document } from '../../../../kit/declare/reply.ts'
import { contentPolicy, Html, html } from '../../../../kit/html.ts'
import type { Branding } from '../../../identity/branding/contract.ts'
import { getBranding } from '../../../identity/branding/service.ts'
import { findProfileName } from '../../../identity/profiles/service.ts'
import { findWorkspaceName } from '../../../identity/workspaces/service.ts'
import { getApp } from '../apps/app.ts'
import { presentConnection } from '../connecting/connections.ts'
import { readSelectableEntities, type SelectableEntity } from '../connecting/pending-selection.ts'
import { hasSignInPage } from '../connecting/sign-in-page.ts'
import type { Connection } from '../contract/resources.ts'
import { getPlatform } from '../platforms.ts'
import type { ConnectionRow } from '../sql/connections.ts'
import { renderInputs } from './fields.ts'
import { formatLabel } from './label.ts'
import { buildReturnUrl } from './return-url.ts'

const STYLE = new Html(readFileSync(new URL('style.css', import.meta.url), 'utf8'))

const HEADERS = {
  // The address is a secret, and what it shows changes.
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
}

/** What went wrong with the form that was sent, and what was entered in it. */
interface RejectedForm {
  readonly problem: string
  readonly entered: URLSearchParams
}

/** The page of a connection, as far as it has come. It needs no script. */
export async function showPage(ctx: Context, row: ConnectionRow, sent?: RejectedForm): Promise<Document<Connection>> {
  const platform = getPlatform(ctx, row.platform)
  const connection = presentConnection(ctx, row)
  const title = `Connect ${platform.label}`
  const problem = sent ? html`<p class="problem" role="alert">${sent.problem}</p>` : html``
  const content = await renderContent(ctx, row, platform, sent?.entered ?? new URLSearchParams())
  const look = buildPageBranding(await getBranding(ctx.db, row.workspace_id), STYLE)
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${look.style}</style>
</head>
<body>
<main>
${look.header}<h1>${title}</h1>
${problem}
${content}
</main>
</body>
</html>`
  return new Document(connection, {
    contentType: 'text/html; charset=utf-8',
    body: page.text,
    headers: { ...HEADERS, ...look.headers },
  })
}

async function renderContent(ctx: Context, row: ConnectionRow, platform: PlatformFacts, entered: URLSearchParams) {
  const connection = presentConnection(ctx, row)
  switch (connection.status) {
    case 'awaiting_user':
      return renderSignIn(ctx, row, platform, entered)
    case 'awaiting_selection':
      return renderSelection(platform, readSelectableEntities(row))
    case 'completed':
      return html`<p class="done">Your ${platform.label} account is connected.</p>${wayBack(row, connection)}`
    case 'expired':
      return html`<p>This link has expired. Ask for a new one.</p>${wayBack(row, connection)}`
    case 'failed': {
      const reason = connection.error?.['message']
      return html`<p class="problem">The account was not connected. ${typeof reason === 'string' ? reason : ''}</p>
<p>Ask for a new link to try again.</p>${wayBack(row, connection)}`
    }
  }
}

function wayBack(row: ConnectionRow, connection: Connection): Html {
  const url = buildReturnUrl(row, connection)
  return url === null
    ? html`<p class="soft">You can close this page.</p>`
    : html`<a class="button" href="${url}">Continue</a>`
}

/** Who asks, what will be possible, and the ways to sign in. */
async function renderSignIn(ctx: Context, row: ConnectionRow, platform: PlatformFacts, entered: URLSearchParams) {
  const [workspace, brand, profile, app] = await Promise.all([
    findWorkspaceName(ctx.db, row.workspace_id),
    getBranding(ctx.db, row.workspace_id),
    findProfileName(ctx.db, row.workspace_id, row.profile_id),
    getApp(ctx, ctx.db, platform, row.app_id),
  ])
  const { methods, options, credentials, scopes, optionalScopes = [], isRevocable } = platform.auth
  const isKnown = options !== undefined && Object.keys(row.options).length > 0
  const oauth = hasSignInPage(ctx, platform, app)
    ? html`<form method="post">${options && !isKnown ? renderInputs(options, entered) : ''}
<button name="action" value="sign_in">Continue with ${platform.label}</button></form>`
    : html``
  const form =
    credentials && methods.includes('credentials')
      ? html`<form method="post" autocomplete="off">${renderInputs(credentials, entered)}
<button name="action" value="credentials">Connect</button></form>`
      : html``
  const both = oauth.text && form.text ? html`<p class="or"><span>or</span></p>` : html``
  const asked = [...scopes, ...optionalScopes].join(', ')
  const granted =
    asked && oauth.text
      ? html`<details><summary>Requested permissions</summary><p class="soft">${asked}</p></details>`
      : html``
  return html`<p><b>${brand.name ?? workspace}</b> wants to connect your ${platform.label} account${profile === undefined ? '' : html` to <b>${profile}</b>`}. It will be able to:</p>
<ul class="can">${listAbilities(platform).map((ability) => html`<li>${ability}</li>`)}</ul>
${granted}
${oauth}${both}${form}
<form method="post"><button class="quiet" name="action" value="cancel">Cancel</button></form>
<p class="soft">${isRevocable === false ? PERMANENT : `You can revoke access at any time in your ${platform.label} settings.`}</p>`
}

const PERMANENT =
  'A private key cannot be revoked or replaced. It is stored encrypted, and deleted when the account is disconnected.'

/** Capabilities as a person understands them. */
const ABILITIES: Partial<Record<Capability, string>> = {
  publish: 'publish posts on your behalf',
  unpublish: 'delete posts that it published',
  comments: 'read and reply to comments on your posts',
  'comments.hide': 'hide comments on your posts',
  messages: 'read and send messages on your behalf',
  reviews: 'read and reply to reviews',
  templates: 'manage message templates',
  numbers: 'register phone numbers',
  metrics: 'read the analytics of your account and posts',
}

function listAbilities({ capabilities }: PlatformFacts): string[] {
  return capabilities.flatMap((name) => ABILITIES[name] ?? [])
}

function renderSelection({ label }: PlatformFacts, entities: readonly SelectableEntity[]): Html {
  if (!entities.some(({ selectable }) => selectable))
    return html`<p class="problem">You are signed in to ${label}, but this user has nothing there that can be connected.</p>
${entities.map(({ name, unselectableReason }) => html`<p class="soft">${name}: ${unselectableReason ?? ''}</p>`)}
<form method="post"><button class="quiet" name="action" value="cancel">Back</button></form>`
  const first = entities.findIndex(({ selectable }) => selectable)
  const choices = entities.map(
    ({ externalId, name, kind, selectable, unselectableReason }, at) => html`<label class="choice">
<input type="radio" name="external_id" value="${externalId}" required${selectable ? '' : html` disabled`}${at === first ? html` checked` : ''}>
<span><b>${name}</b><small>${formatLabel(kind)}${unselectableReason === null ? '' : `: ${unselectableReason}`}</small></span></label>`,
  )
  return html`<p>You are signed in. Choose what to connect.</p>
<form method="post"><fieldset>${choices}</fieldset>
<button name="action" value="select">Connect</button>
<button class="quiet" name="action" value="cancel" formnovalidate>Cancel</button></form>`
}

/** The customer's look of the page: the usual style with its color, its logo, and a policy that allows both. */
function buildPageBranding({ name, color, logo_url: logoUrl }: Branding, usual: Html) {
  const style = color === null ? usual : new Html(`${usual.text}${colored(color)}`)
  const header =
    logoUrl === null
      ? html``
      : html`<img class="logo" src="${logoUrl}" alt="${name ?? ''}" referrerpolicy="no-referrer">`
  const images = logoUrl === null ? {} : { images: new URL(logoUrl).origin }
  // Without form-action, which browsers would also apply to the redirect to the platform.
  return { style, header, headers: { 'content-security-policy': contentPolicy({ style, ...images }) } }
}

/** White text on the color is readable: its contrast was checked when it was set. Outlines keep a color that shows in the dark. */
function colored(color: string): string {
  return `button:not(.quiet), .button { background: ${color}; color: #ffffff; }\n`
}
