import { readFileSync } from 'node:fs'
import { contentPolicy, Html, html } from '../../kit/html.ts'
import { ABOUT, API_VERSION } from '../openapi/document.ts'
import type { PortalBuild } from '../portal/portal.ts'
import { LOGO } from './logo.ts'

const STYLE = new Html(readFileSync(new URL('home.css', import.meta.url), 'utf8'))

/** A `refresh` of the page's own address would do nothing in browsers when the address has a fragment, as set-up links have. */
const RELOAD = new Html('setTimeout(() => location.reload(), 2000)')

export const HOME_POLICY = `${contentPolicy({ style: STYLE, script: RELOAD })}; img-src 'self'; form-action 'none'`

const LINKS = [
  ['/docs', 'Documentation', 'Every endpoint with its fields, errors and a curl command to copy'],
  ['/openapi.json', 'OpenAPI 3.1', 'The whole API for generators and other tools'],
  ['/llms.txt', 'llms.txt', 'A summary for language models'],
  ['/v1/public/pricing', 'Prices', 'Packs and subscriptions, as JSON'],
  ['/readyz', 'Health', 'Readiness of this server'],
] as const

const NOTES: Record<PortalBuild, Html | undefined> = {
  none: undefined,
  running: html`<p role="status"><b>The portal is being built.</b> This page opens it as soon as it is ready.</p>`,
  failed: html`<p role="alert"><b>The portal could not be built.</b> See the server's log for the reason. The API works without it.</p>`,
}

/** Renders the page of the server's root in a browser while there is no portal. */
export function homePage(baseUrl: string, build: PortalBuild): string {
  const links = LINKS.map(
    ([href, title, text]) => html`<li><a href="${href}"><b>${title}</b><span>${text}</span></a></li>`,
  )
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Quoin</title>
${build === 'running' ? html`<script>${RELOAD}</script>` : ''}<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${LOGO} Quoin <small>API ${API_VERSION}</small></h1>
<p>${ABOUT} This server is running at <code>${baseUrl}</code>.</p>
${NOTES[build]}<ul>${links}</ul>
<pre tabindex="0"><code>curl -H "Authorization: Bearer $QUOIN_API_KEY" ${baseUrl}/v1/credits</code></pre>
</main>
</body>
</html>
`.text
}

/** Renders the same for a program. */
export function homeDocument(baseUrl: string): string {
  return JSON.stringify({
    name: 'Quoin',
    description: ABOUT,
    version: API_VERSION,
    docs: `${baseUrl}/docs`,
    openapi: `${baseUrl}/openapi.json`,
    llms: `${baseUrl}/llms.txt`,
    health: `${baseUrl}/healthz`,
    ready: `${baseUrl}/readyz`,
  })
}
