import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseAddress } from '../../../src/sources/mail/address.ts'
import { knownPattern, listCandidates, recognisePattern } from '../../../src/sources/mail/patterns.ts'
import { recogniseProvider } from '../../../src/sources/mail/provider.ts'
import { interpretReply, type ReplyMeaning } from '../../../src/sources/mail/smtp-reply.ts'

const candidates = (full_name: string, domain = 'example.com') =>
  listCandidates({ full_name }, domain, new Map()).map(({ localPart }) => localPart)

/** A name, and spellings of `{first}.{last}` in the order they are tried. */
const spellings: [name: string, domain: string, ...tried: string[]][] = [
  ['Ada Example', 'example.com', 'ada.example'],
  ['Jürgen Müller', 'example.de', 'juergen.mueller', 'jurgen.muller'],
  ['Jürgen Müller', 'example.com', 'jurgen.muller', 'juergen.mueller'],
  ['Søren Kjær', 'example.dk', 'soren.kjaer', 'soeren.kjaer'],
  ['Åsa Öberg', 'example.se', 'asa.oberg', 'aasa.oeberg'],
  ['Łukasz Żółć', 'example.pl', 'lukasz.zolc'],
  ['Nguyễn Ánh', 'example.vn', 'nguyen.anh', 'anh.nguyen'],
  ['Işıl Çağlar', 'example.tr', 'isil.caglar'],
  ["Sinéad O'Brien", 'example.ie', 'sinead.obrien'],
  ['Ludwig van der Meer', 'example.nl', 'ludwig.vandermeer', 'ludwig.meer'],
  ['María de la Cruz', 'example.es', 'maria.delacruz', 'maria.cruz'],
  ['Omar al-Muster', 'example.com', 'omar.almuster', 'omar.al-muster'],
  ['Jean-Pierre Exemple', 'example.fr', 'jean-pierre.exemple', 'jeanpierre.exemple', 'jean.exemple'],
  ['Eva Muster-Beispiel', 'example.ch', 'eva.muster-beispiel', 'eva.musterbeispiel', 'eva.muster'],
  ['Ana García Márquez', 'example.es', 'ana.garcia', 'ana.garciamarquez', 'ana.marquez'],
  ['Constructor Tostring', 'example.com', 'constructor.tostring'],
  ['Mary Jane Example', 'example.com', 'mary.example'],
  ['Bill Example', 'example.com', 'bill.example', 'william.example'],
  ['Dr. Ada Example, PhD', 'example.com', 'ada.example'],
  ['Example, Ada', 'example.com', 'ada.example'],
  ['Ada (she/her) Example 🚀', 'example.com', 'ada.example'],
  ['Юрий Хохлов', 'example.ru', 'yuriy.khokhlov', 'iury.hohlov'],
  ['Сидоров Иван Петрович', 'example.ru', 'ivan.sidorov'],
  ['Олексій Гриценко', 'example.ua', 'oleksiy.hrytsenko'],
  ['Γιώργος Παπαδόπουλος', 'example.gr', 'giorgos.papadopoulos'],
  ['王小明', 'example.cn', 'xiaoming.wang'],
  ['歐陽 明', 'example.tw', 'ming.ouyang'],
  ['김철수', 'example.kr', 'cheolsu.kim'],
  ['Wang Xiaoming', 'example.com', 'wang.xiaoming', 'xiaoming.wang'],
]

for (const [name, domain, ...tried] of spellings)
  test(`${name} at ${domain} is tried as ${tried.join(', then ')}`, () => {
    const all = candidates(name, domain)
    const places = tried.map((spelling) => all.indexOf(spelling))
    assert.ok(!places.includes(-1), `${tried.join()} in ${all.slice(0, 30).join(' ')}`)
    assert.deepEqual(
      places,
      places.toSorted((a, b) => a - b),
      all.join(' '),
    )
    assert.equal(places[0], 0)
  })

test('a name that cannot be transliterated gives no candidates', () => {
  assert.deepEqual(candidates('محمد علي'), [])
  assert.deepEqual(candidates('山田 太郎', 'example.jp'), [])
  assert.deepEqual(candidates('山田 たろう'), [])
  assert.deepEqual(candidates('🚀 ...'), [])
})

test('a single name gives no address with a family name', () => {
  assert.deepEqual(candidates('Ada'), ['ada'])
})

test('every candidate is a valid local part, each once', () => {
  for (const [name, domain] of spellings) {
    const all = candidates(name, domain)
    assert.equal(new Set(all).size, all.length)
    for (const localPart of all) assert.match(localPart, /^[a-z0-9]+(?:[._-][a-z0-9]+)*$/)
  }
})

test('given first and last names are used as given', () => {
  const name = { full_name: 'Maria José García López', first_name: 'Maria José', last_name: 'García López' }
  const [first] = listCandidates(name, 'example.com', new Map())
  assert.equal(first?.localPart, 'maria.garcia')
})

test('the pattern of a domain comes before the common ones', () => {
  const [first] = listCandidates({ full_name: 'Ada Example' }, 'example.com', new Map([['{last}{f}', 3]]))
  assert.equal(first?.localPart, 'examplea')
})

test('a pattern is known from three addresses on, when four in five have it', () => {
  assert.equal(knownPattern(new Map()), undefined)
  assert.equal(knownPattern(new Map([['{first}', 2.9]])), undefined)
  assert.equal(knownPattern(new Map([['{first}', 3]])), '{first}')
  assert.equal(
    knownPattern(
      new Map([
        ['{first}', 3],
        ['{f}{last}', 1],
      ]),
    ),
    undefined,
  )
  assert.equal(
    knownPattern(
      new Map([
        ['{first}', 4],
        ['{f}{last}', 1],
      ]),
    ),
    '{first}',
  )
})

test('an address shows one pattern or none', () => {
  const recognise = (localPart: string, full_name: string) => recognisePattern(localPart, { full_name }, 'example.de')
  assert.equal(recognise('a.example', 'Ada Example'), '{f}.{last}')
  assert.equal(recognise('mueller', 'Jürgen Müller'), '{last}')
  assert.equal(recognise('grace', 'Ada Example'), undefined)
  // It could be {f}{last} as well as {first}{last}.
  assert.equal(recognise('aexample', 'A Example'), undefined)
})

test('an address is parsed only when mail can be sent to it', () => {
  for (const good of ['ada@example.com', "o'brien+x@sub.example.co", 'jürgen@example.com', 'a@müller.example'])
    assert.ok(parseAddress(good), good)
  assert.equal(parseAddress('a@müller.example')?.domain, 'xn--mller-kva.example')
  for (const bad of [
    '',
    '@example.com',
    'ada',
    'ada@example',
    '.ada@example.com',
    'ada.@example.com',
    'a..b@example.com',
    'a b@example.com',
    'a\r\nRSET@example.com',
    'a\u0085b@example.com',
    '"ada"@example.com',
    'a@-x.com',
    'a@1.2.3.4',
    `${'a'.repeat(65)}@example.com`,
    'a@b>c.com',
  ])
    assert.equal(parseAddress(bad), undefined, bad)
})

const replies: [code: number, text: string, meaning: ReplyMeaning, host?: string][] = [
  [250, '2.1.5 Ok', 'accepted'],
  [251, 'User not local; will forward', 'accepted'],
  [252, 'Cannot VRFY user', 'unclear'],
  [550, '5.1.1 <x@example.com>: Recipient address rejected: User unknown in local recipient table', 'missing'],
  [550, '5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup', 'missing'],
  [550, 'No such user here', 'missing'],
  [550, 'Requested action not taken: mailbox unavailable', 'unclear'],
  [550, '5.2.1 The email account that you tried to reach is disabled', 'disabled'],
  [450, '4.2.1 The user you are trying to contact is receiving mail at a rate that prevents', 'exists'],
  [452, '4.2.2 The email account is over quota', 'full'],
  [552, '5.2.2 Mailbox full', 'full'],
  [451, '4.7.1 Greylisted, try again later', 'deferred'],
  [450, '4.7.1 <x@example.com>: Recipient address rejected: Service is unavailable', 'deferred'],
  [421, '4.7.0 Our system has detected an unusual rate of unsolicited mail', 'blocked'],
  [452, '4.5.3 Too many recipients', 'session'],
  [451, '4.4.4 Mail received as unauthenticated, recipients belong to multiple regions', 'session'],
  [550, '5.7.1 Service unavailable, Client host [192.0.2.1] blocked using Spamhaus', 'blocked'],
  [550, '5.7.1 User unknown', 'policy'],
  [550, '5.7.133 Sender not authenticated for group', 'policy'],
  [554, '5.7.1 <x@example.com>: Relay access denied', 'unclear'],
  [454, '4.7.1 <x@example.com>: Relay access denied', 'unclear'],
  [553, '5.1.8 Sender address rejected', 'unclear'],
  [550, '5.4.1 Recipient address rejected: Access denied', 'unclear'],
  [550, '5.4.1 Recipient address rejected: Access denied', 'missing', 'example-com.mail.protection.outlook.com'],
]

for (const [code, text, meaning, host = 'mx.example.com'] of replies)
  test(`${code} ${text} ${host === 'mx.example.com' ? '' : 'of Microsoft '}means ${meaning}`, () => {
    assert.equal(interpretReply({ code, text }, recogniseProvider(host)), meaning)
  })
