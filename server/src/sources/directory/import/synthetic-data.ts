/** Parts of synthetic people and companies. Changing or reordering any changes every synthetic directory. */

export const FIRST_START =
  'Ar Bel Cor Dav El Fen Gal Hel Il Jor Kal Lor Mar Nev Or Pel Quin Ros Sel Tav Ul Ver Wil Yar Zel'.split(' ')
export const FIRST_END = 'a an ara as ea ek en essa ia iel in io ira is o on ora os ra us'.split(' ')
export const LAST_START =
  `Alder Birk Brom Carn Dorn Ebb Fal Garn Hald Ister Jast Kest Lund Morr Nord Ost Prim Quill Rav Stav Torr Umber
  Vand Wend Yst Zander`.split(/\s+/)
export const LAST_MIDDLE = ['', 'a', 'e', 'i', 'o', 'en', 'er', 'el', 'in']
export const LAST_END =
  'berg croft dal feld gard holm kov lind mark ney quist rath sen stedt ton vall wick worth ück ström'.split(' ')
export const COMPANY_START =
  `Acro Bryn Cald Dyna Ecto Flux Glyn Hexa Ion Jux Kyro Lumo Mira Nuvo Opta Pryn Quar Rhom Syn Tesse Ultra Vexa
  Wyre Xeno Zeph`.split(/\s+/)
export const COMPANY_END = 'corp dex forge grid labs line loop nex path soft tech via works yard'.split(' ')

export const INDUSTRIES =
  `Software| Financial services| Manufacturing| Retail| Health care| Logistics| Education| Energy|
  Telecommunications| Construction| Media| Insurance| Consulting| Automotive| Biotechnology| Hospitality|
  Agriculture| Aerospace| Real estate| Public administration`.split(/\|\s*/)
export const HEAD_COUNTS = '1-10 11-50 51-200 201-500 501-1000 1001-5000 5001-10000 10001+'.split(' ')

/** City, region, country. */
export const CITIES = [
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

export const TRADES: readonly (readonly [department: string, roles: readonly string[], skills: readonly string[]])[] = [
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

/** The weight of a level, and the title of a role at that level. */
export const LEVELS: readonly (readonly [weight: number, title: (role: string, department: string) => string])[] = [
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
