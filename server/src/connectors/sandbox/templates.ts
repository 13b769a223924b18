import { Type } from '../../kit/declare/type.ts'
import { AnyBody } from '../api/response.ts'
import type { PhoneNumbers, Templates } from '../templates.ts'
import { buildItemPath, declareFeed, listSince, post, remove } from './client.ts'
import { readTemplate, Template } from './items.ts'

const templateFeed = declareFeed('/templates', Template, readTemplate)
const PhoneNumber = Type.Object({ id: Type.String(), status: Type.String() })

export const templates: Templates = {
  async create(session, { name, language, category, components }) {
    return readTemplate(await post(session, '/templates', Template, { name, language, category, components }))
  },
  list: (session, since) => listSince(session, templateFeed, since),
  // Not as the entity: the account may act as another page by now.
  delete: (session, { externalId }) => remove(session, buildItemPath('templates', externalId), {}),
}

export const numbers: PhoneNumbers = {
  verification: {
    async requestCode(session, { method, language }) {
      await post(session, '/numbers/code', AnyBody, { method, language })
    },
    async verifyCode(session, code) {
      await post(session, '/numbers/verification', AnyBody, { code })
    },
  },
  async register(session, { pin, dataLocalizationRegion: region }) {
    const { id, status } = await post(session, '/numbers', PhoneNumber, { pin, region })
    return { phoneNumberId: id, status }
  },
}
