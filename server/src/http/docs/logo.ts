import { html } from '../../kit/html.ts'

export const LOGO = html`<svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true"><path d="M2 4h13v5h7v11H9v-5H2z" fill="currentColor" opacity=".25"/><path d="M2 4h13v5H2zM9 15h13v5H9z" fill="currentColor"/></svg>`
