import { enrichPerson } from '../../../../sources/actions.ts'
import type { Company, Person } from '../../../../sources/directory/contract.ts'

const ada = enrichPerson.example.output

/** More names than the default page size, so that a test key can page. */
const NAMES = [
  'Ada Example',
  'Grace Muster',
  'Alan Beispiel',
  'Edsger Exemple',
  'Barbara Voorbeeld',
  'Tony Esempio',
  'Radia Ejemplo',
  'Leslie Exemplo',
  'Frances Przyklad',
  'Donald Eksempel',
  'Shafi Ornek',
  'Niklaus Muster',
]
const LETTERS = 'ABCDEFGHJKMN'

/** People that a test key finds. They are fictitious. */
export const examplePeople: readonly Person[] = NAMES.map((full_name, at) => {
  const [first_name = '', last_name = ''] = full_name.split(' ')
  return { ...ada, id: `${ada.id.slice(0, -1)}${LETTERS[at]}`, full_name, first_name, last_name }
})

const COMPANIES = ['Example', 'Muster', 'Beispiel', 'Exemple', 'Voorbeeld', 'Esempio']

/** Companies that a test key finds. */
export const exampleCompanies: readonly Company[] = COMPANIES.map((name, at) => ({
  id: `com_01KA2Z3W9GQ8F0T5V6X7Y8Z9A${LETTERS[at]}`,
  name,
  domain: at === 0 ? 'example.com' : `${name.toLowerCase()}.example`,
  industry: 'software',
  size: '51-200',
  country: 'GB',
  sources: [],
  updated_at: ada.updated_at,
}))
