import type { Json } from '../session.ts'
import type { PhoneNumbers, Templates } from '../templates.ts'
import { buildItemPath, listSince, post, remove } from './entity-requests.ts'
import { readTemplate } from './items.ts'

export const templates: Templates = {
  async create(session, { name, language, category, components }) {
    const body = { name, language, category, components: components as Json[] }
    return readTemplate(await post(session, '/templates', body))
  },
  list: (session, since) => listSince(session, '/templates', since, readTemplate),
  // Not as the entity: the account may act as another page by now.
  delete: (session, { externalId }) => remove(session, buildItemPath('templates', externalId), {}),
}

export const numbers: PhoneNumbers = {
  verification: {
    async requestCode(session, { method, language }) {
      await post(session, '/numbers/code', { method, language })
    },
    async verifyCode(session, code) {
      await post(session, '/numbers/verification', { code })
    },
  },
  async register(session, { pin, dataLocalizationRegion }) {
    const { id, status } = await post(session, '/numbers', { pin, region: dataLocalizationRegion })
    return { phoneNumberId: id, status }
  },
}
