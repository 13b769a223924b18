import { createRequire } from 'node:module'

/** Names of roles, not of people: mail to them may be read by several people or by none. */
const ROLES = new Set(
  `abuse accounting accounts admin administrator all alerts billing board bookings booking business buchhaltung career careers
  ceo cfo comercial compliance contact contacto contact-us contactus customer customercare customerservice cto data
  datenschutz dev developer developers devops dns donotreply editor editorial empleo enquiries enquiry everyone events
  facturacion feedback finance ftp gdpr hello help helpdesk hi hiring hostmaster hr info information infos inquiries inquiry
  investor investors invoice invoices invoicing ir it jobs kontakt legal list mail mailer-daemon mailbox management marketing
  media news newsletter no-reply noc noreply office operations ops orders order partner partners payments payroll
  personal post postmaster pr presse press privacy procurement purchasing reception recruiting recruitment
  registrar reply reservations returns root sales sav security service services shop site soporte spam staff store subscribe
  support sysadmin team tech test unsubscribe usenet user users uucp vendas ventas verkauf vertrieb web webmaster welcome
  www`.split(/\s+/),
)

/** Loads providers of disposable mailboxes; their subdomains count too. Decision 0019 explains the choice of the package. */
function loadDisposable(): ReadonlySet<string> {
  const { disposableEmailBlocklistSet } = createRequire(import.meta.url)(
    'disposable-email-domains-js',
  ) as typeof import('disposable-email-domains-js')
  return disposableEmailBlocklistSet()
}
let disposable: ReadonlySet<string> | undefined

/** Free mail providers: an address with a name there does not necessarily belong to that person. */
const FREE_PROVIDERS = new Set(
  `126.com 163.com aim.com aol.com bk.ru bluewin.ch comcast.net free.fr freenet.de gmail.com gmx.at gmx.ch gmx.com gmx.de
  gmx.net googlemail.com hey.com hotmail.co.uk hotmail.com hotmail.de hotmail.es hotmail.fr hotmail.it icloud.com inbox.ru
  laposte.net libero.it list.ru live.co.uk live.com live.fr live.nl mac.com mail.com mail.ru me.com msn.com naver.com
  orange.fr outlook.com outlook.de outlook.es outlook.fr pm.me proton.me protonmail.com qq.com rambler.ru rediffmail.com
  rocketmail.com seznam.cz sfr.fr sina.com t-online.de tutanota.com tuta.com ukr.net verizon.net virgilio.it wanadoo.fr
  web.de wp.pl ya.ru yahoo.ca yahoo.co.in yahoo.co.jp yahoo.co.uk yahoo.com yahoo.com.br yahoo.de yahoo.es yahoo.fr
  yahoo.it yandex.com yandex.ru ymail.com zoho.com`.split(/\s+/),
)

export function isRole(localPart: string): boolean {
  return ROLES.has(localPart.toLowerCase().replace(/\+.*$/, ''))
}

export function isDisposable(domain: string): boolean {
  const listed = (disposable ??= loadDisposable())
  const labels = domain.split('.')
  return labels.some((_, at) => listed.has(labels.slice(at).join('.')))
}

export function isFreeProvider(domain: string): boolean {
  return FREE_PROVIDERS.has(domain)
}
