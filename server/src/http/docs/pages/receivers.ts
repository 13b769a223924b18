import { html } from '../../../kit/html.ts'
import { codeTabs, fenced, languageTitle, renderHeading, type Tab } from '../code.ts'
import type { Section } from '../page.ts'
import { filesIn, readText } from './files.ts'

const FOLDER = 'docs/receivers'
const LANGUAGES: Record<string, string> = { mjs: 'js', py: 'python', go: 'go', php: 'php' }

/** Shows complete receivers in several languages from files of the repository, which the tests run. */
export async function receiverSections(baseUrl: string): Promise<Section[]> {
  const tabs: Tab[] = []
  for (const [language, file] of receivers())
    tabs.push({ language, title: languageTitle(language), code: (await readText(file, baseUrl)).trimEnd() })
  if (tabs.length === 0) return []
  const title = 'Complete receivers'
  const about =
    'Each is a single file without dependencies beyond the language, tested against the same vectors as the SDKs.'
  return [
    {
      id: 'receivers',
      title,
      level: 2,
      html: () =>
        html`${renderHeading(2, 'receivers', title)}<p>${about}</p>${codeTabs('receivers', 'Language of the receiver', tabs)}`,
      markdown: () => [`## ${title}`, about, ...tabs.map(({ language, code }) => fenced(code, language))].join('\n\n'),
    },
  ]
}

/** Finds the receiver of each language, such as `receiver.py`. The folder has other programs too. */
function receivers(): Map<string, string> {
  const found = new Map<string, string>()
  for (const name of filesIn(FOLDER)) {
    const language = LANGUAGES[name.replace(/^receiver\./, '')]
    if (language) found.set(language, `${FOLDER}/${name}`)
  }
  return found
}
