import type { Field } from './fields.ts'

export type Invented = Partial<Record<Field, string | string[]>>

/** Whoever is made here is nobody: names are put together from invented pieces, domains end in the reserved `.example`. */
const FIRST_START = [
  'Ar',
  'Bel',
  'Cor',
  'Dav',
  'El',
  'Fen',
  'Gal',
  'Hel',
  'Il',
  'Jor',
  'Kal',
  'Lor',
  'Mar',
  'Nev',
  'Or',
  'Pel',
  'Quin',
  'Ros',
  'Sel',
  'Tav',
  'Ul',
  'Ver',
  'Wil',
  'Yar',
  'Zel',
]
const FIRST_END = [
  'a',
  'an',
  'ara',
  'as',
  'ea',
  'ek',
  'en',
  'essa',
  'ia',
  'iel',
  'in',
  'io',
  'ira',
  'is',
  'o',
  'on',
  'ora',
  'os',
  'ra',
  'us',
]
const LAST_START = [
  'Alder',
  'Birk',
  'Brom',
  'Carn',
  'Dorn',
  'Ebb',
  'Fal',
  'Garn',
  'Hald',
  'Ister',
  'Jast',
  'Kest',
  'Lund',
  'Morr',
  'Nord',
  'Ost',
  'Prim',
  'Quill',
  'Rav',
  'Stav',
  'Torr',
  'Umber',
  'Vand',
  'Wend',
  'Yst',
  'Zander',
]
const LAST_MIDDLE = ['', 'a', 'e', 'i', 'o', 'en', 'er', 'el', 'in']
const LAST_END = [
  'berg',
  'croft',
  'dal',
  'feld',
  'gard',
  'holm',
  'kov',
  'lind',
  'mark',
  'ney',
  'quist',
  'rath',
  'sen',
  'stedt',
  'ton',
  'vall',
  'wick',
  'worth',
  'ück',
  'ström',
]
const COMPANY_START = [
  'Acro',
  'Bryn',
  'Cald',
  'Dyna',
  'Ecto',
  'Flux',
  'Glyn',
  'Hexa',
  'Ion',
  'Jux',
  'Kyro',
  'Lumo',
  'Mira',
  'Nuvo',
  'Opta',
  'Pryn',
  'Quar',
  'Rhom',
  'Syn',
  'Tesse',
  'Ultra',
  'Vexa',
  'Wyre',
  'Xeno',
  'Zeph',
]
const COMPANY_END = [
  'corp',
  'dex',
  'forge',
  'grid',
  'labs',
  'line',
  'loop',
  'nex',
  'path',
  'soft',
  'tech',
  'via',
  'works',
  'yard',
]
const INDUSTRIES = [
  'Software',
  'Financial services',
  'Manufacturing',
  'Retail',
  'Health care',
  'Logistics',
  'Education',
  'Energy',
  'Telecommunications',
  'Construction',
  'Media',
  'Insurance',
  'Consulting',
  'Automotive',
  'Biotechnology',
  'Hospitality',
  'Agriculture',
  'Aerospace',
  'Real estate',
  'Public administration',
]
const HEAD_COUNTS = ['1-10', '11-50', '51-200', '201-500', '501-1000', '1001-5000', '5001-10000', '10001+']
const PLACES = [
  'Berlin,Berlin,DE',
  'London,England,GB',
  'New York,New York,US',
  'San Francisco,California,US',
  'Paris,Île-de-France,FR',
  'Munich,Bavaria,DE',
  'Toronto,Ontario,CA',
  'Amsterdam,North Holland,NL',
  'Madrid,Madrid,ES',
  'Chicago,Illinois,US',
  'Austin,Texas,US',
  'Sydney,New South Wales,AU',
  'Bengaluru,Karnataka,IN',
  'Mumbai,Maharashtra,IN',
  'São Paulo,São Paulo,BR',
  'Stockholm,Stockholm,SE',
  'Zürich,Zürich,CH',
  'Vienna,Vienna,AT',
  'Warsaw,Masovia,PL',
  'Dublin,Leinster,IE',
  'Milan,Lombardy,IT',
  'Barcelona,Catalonia,ES',
  'Boston,Massachusetts,US',
  'Seattle,Washington,US',
  'Los Angeles,California,US',
  'Hamburg,Hamburg,DE',
  'Manchester,England,GB',
  'Singapore,Singapore,SG',
  'Tokyo,Tokyo,JP',
  'Copenhagen,Capital Region,DK',
  'Lisbon,Lisbon,PT',
  'Brussels,Brussels,BE',
  'Prague,Prague,CZ',
  'Mexico City,Mexico City,MX',
  'Cape Town,Western Cape,ZA',
  'Lagos,Lagos,NG',
  'Nairobi,Nairobi,KE',
  'Tel Aviv,Tel Aviv,IL',
  'Dubai,Dubai,AE',
  'Seoul,Seoul,KR',
].map((place) => place.split(',') as [string, string, string])
const TRADES: readonly (readonly [department: string, roles: readonly string[], skills: readonly string[]])[] = [
  [
    'Engineering',
    [
      'Software Engineer',
      'Backend Developer',
      'Frontend Developer',
      'Site Reliability Engineer',
      'Quality Engineer',
      'Solutions Architect',
    ],
    [
      'TypeScript',
      'Python',
      'Go',
      'Java',
      'C++',
      'C#',
      'Kubernetes',
      'PostgreSQL',
      'React',
      'AWS',
      'Terraform',
      'Rust',
    ],
  ],
  [
    'Sales',
    ['Account Executive', 'Sales Representative', 'Business Development Representative', 'Sales Engineer'],
    ['Negotiation', 'CRM', 'Prospecting', 'Forecasting', 'SaaS', 'Cold calling'],
  ],
  [
    'Marketing',
    ['Marketing Specialist', 'Content Strategist', 'SEO Specialist', 'Brand Designer', 'Growth Analyst'],
    ['SEO', 'Copywriting', 'Analytics', 'Email marketing', 'Paid search', 'Events'],
  ],
  [
    'Finance',
    ['Financial Analyst', 'Accountant', 'Controller', 'Treasury Analyst'],
    ['Excel', 'Budgeting', 'IFRS', 'SAP', 'Auditing', 'Tax'],
  ],
  [
    'Human resources',
    ['Recruiter', 'People Partner', 'Payroll Specialist'],
    ['Interviewing', 'Onboarding', 'Labour law', 'Workday'],
  ],
  [
    'Product',
    ['Product Manager', 'Product Owner', 'Product Analyst'],
    ['Roadmaps', 'User research', 'A/B testing', 'SQL', 'Figma'],
  ],
  [
    'Data',
    ['Data Scientist', 'Data Engineer', 'Data Analyst', 'Machine Learning Engineer'],
    ['Python', 'SQL', 'Spark', 'Statistics', 'PyTorch', 'Airflow', 'dbt'],
  ],
  [
    'Operations',
    ['Operations Analyst', 'Supply Chain Planner', 'Logistics Coordinator', 'Procurement Specialist'],
    ['Lean', 'SAP', 'Six Sigma', 'Excel', 'Inventory'],
  ],
  [
    'Customer success',
    ['Customer Success Manager', 'Support Engineer', 'Implementation Consultant'],
    ['CRM', 'Zendesk', 'Onboarding', 'Training'],
  ],
  [
    'Legal',
    ['Legal Counsel', 'Compliance Officer', 'Paralegal'],
    ['Contracts', 'GDPR', 'Litigation', 'Intellectual property'],
  ],
]
const LEVELS: readonly (readonly [weight: number, title: (role: string, department: string) => string])[] = [
  [4, (role) => `Junior ${role}`],
  [34, (role) => role],
  [24, (role) => `Senior ${role}`],
  [8, (role) => `Lead ${role}`],
  [12, (_, department) => `${department} Manager`],
  [7, (_, department) => `Director of ${department}`],
  [4, (_, department) => `Head of ${department}`],
  [3, (_, department) => `VP ${department}`],
  [2, (_, department) => `Chief ${department} Officer`],
  [2, (role) => `${role} Intern`],
]
const LEVELS_TOTAL = LEVELS.reduce((sum, [weight]) => sum + weight, 0)

/** Numbers that follow from a seed alone, so that the same set can be made again anywhere. */
function numbersFrom(seed: number): (below: number) => number {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

type Numbers = ReturnType<typeof numbersFrom>

function one<T>(numbers: Numbers, list: readonly T[]): T {
  return list[numbers(list.length)] as T
}

/** Few are common and many are rare, as in life. */
function skewed<T>(numbers: Numbers, list: readonly T[]): T {
  return list[Math.floor((numbers(1_000_000) / 1_000_000) ** 2 * list.length)] as T
}

function companyOf(number: number): Invented {
  const numbers = numbersFrom(number * 7919 + 13)
  const name = `${one(numbers, COMPANY_START)}${one(numbers, COMPANY_END)}`
  const [, , country] = skewed(numbers, PLACES)
  return {
    company_name: `${name} ${number}`,
    company_domain: `${name.toLowerCase()}-${number}.example`,
    company_industry: skewed(numbers, INDUSTRIES),
    company_size: skewed(numbers, HEAD_COUNTS),
    company_country: country,
  }
}

/** The whole set from one on, as rows to import. */
export function* syntheticItems(total: number, seed: number, from = 0): Generator<{ line: number; raw: Invented }> {
  for (let n = from; n < total; n++) yield { line: n + 1, raw: syntheticPerson(n, total, seed) }
}

/** Number `n` of the set; the same for ever. A company has about twenty-five people, a few have many more. */
export function syntheticPerson(n: number, total: number, seed = 0): Invented {
  const numbers = numbersFrom(n + Math.imul(seed, 0x85ebca6b))
  const first = one(numbers, FIRST_START) + one(numbers, FIRST_END)
  const last = one(numbers, LAST_START) + one(numbers, LAST_MIDDLE) + one(numbers, LAST_END)
  const companies = Math.max(1, Math.ceil(total / 25))
  const company = companyOf(Math.floor((numbers(1_000_000) / 1_000_000) ** 1.5 * companies))
  const [department, roles, skills] = skewed(numbers, TRADES)
  const [city, region, country] = skewed(numbers, PLACES)
  const known = [...new Set(Array.from({ length: numbers(7) }, () => skewed(numbers, skills)))]
  return {
    id: seed === 0 ? `synthetic-${n}` : `synthetic-${seed}-${n}`,
    first_name: first,
    last_name: last,
    title: levelOf(numbers)(one(numbers, roles), department),
    department,
    ...(numbers(10) < 6 && { email: `${plain(first)}.${plain(last)}.${n}@${String(company.company_domain)}` }),
    ...company,
    ...(numbers(10) < 9 && { city, region, country }),
    skills: known,
    links: numbers(10) < 5 ? [`https://people.example/${plain(first)}-${plain(last)}-${n}`] : [],
  }
}

function levelOf(numbers: Numbers): (role: string, department: string) => string {
  let left = numbers(LEVELS_TOTAL)
  for (const [weight, title] of LEVELS) if ((left -= weight) < 0) return title
  return (role) => role
}

function plain(name: string): string {
  return name.toLowerCase().replace('ü', 'ue').replace('ö', 'oe')
}
