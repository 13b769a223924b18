import { type INodeType, type INodeTypeDescription, NodeConnectionTypes } from 'n8n-workflow'
import { properties } from './properties.gen'

export class Quoin implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Quoin',
    name: 'quoin',
    icon: { light: 'file:../../icons/quoin.svg', dark: 'file:../../icons/quoin.dark.svg' },
    group: ['output'],
    version: 1,
    subtitle: '={{$parameter["operation"] + ": " + $parameter["resource"]}}',
    description: 'Publish to social platforms, reply to messages and look up people and companies',
    defaults: { name: 'Quoin' },
    usableAsTool: true,
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'quoinApi', required: true }],
    requestDefaults: {
      baseURL: '={{$credentials.baseUrl}}',
      headers: { Accept: 'application/json' },
    },
    properties,
  }
}
