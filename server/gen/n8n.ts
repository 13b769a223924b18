import { SUBSCRIBABLE_TYPES } from '../src/domains/webhooks/contract/catalogue.ts'
import { byName, titleCase } from './n8n/display-text.ts'
import { nodeProperties } from './n8n/resources.ts'
import type { Output } from './output.ts'

const NOTE = '// Generated from the endpoint declarations by `npm run gen`: change those, not this.\n'

/** Resources, operations and fields of the n8n node. */
export const n8nNode: Output = {
  path: 'integrations/n8n/nodes/Quoin/properties.gen.ts',
  content: () => source('properties', nodeProperties()),
}

/** Events that the n8n trigger can subscribe to. */
export const n8nEvents: Output = {
  path: 'integrations/n8n/nodes/QuoinTrigger/events.gen.ts',
  content: () =>
    source('properties', [
      {
        displayName: 'Events',
        name: 'events',
        type: 'multiOptions',
        required: true,
        default: ['*'],
        description: 'Events that start the workflow',
        options: [
          { name: 'All', value: '*' },
          ...SUBSCRIBABLE_TYPES.map((type) => ({ name: titleCase(type.replaceAll('.', '_')), value: type })),
        ].toSorted(byName),
      },
    ]),
}

function source(name: string, value: unknown): string {
  const literal = JSON.stringify(value, null, 2).replace(/^(\s*)"([a-zA-Z]\w*)":/gm, '$1$2:')
  return `${NOTE}import type { INodeProperties } from 'n8n-workflow'\n\nexport const ${name}: INodeProperties[] = ${literal}\n`
}
