import {
  type IDataObject,
  type IHookFunctions,
  type INodeType,
  type INodeTypeDescription,
  type IWebhookFunctions,
  type IWebhookResponseData,
  NodeConnectionTypes,
} from 'n8n-workflow'
import { properties } from './events.gen'
import { isSigned } from './signature'

export class QuoinTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Quoin Trigger',
    name: 'quoinTrigger',
    icon: { light: 'file:../../icons/quoin.svg', dark: 'file:../../icons/quoin.dark.svg' },
    group: ['trigger'],
    version: 1,
    subtitle: '={{$parameter["events"].join(", ")}}',
    description: 'Starts the workflow when something happens in Quoin',
    defaults: { name: 'Quoin Trigger' },
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'quoinApi', required: true }],
    webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
    properties,
  }

  webhookMethods = {
    default: {
      async checkExists(this: IHookFunctions): Promise<boolean> {
        const { id, secret } = this.getWorkflowStaticData('node')
        if (!id || !secret) return false
        const { data } = await call(this, 'GET', '/v1/webhooks?limit=100')
        const url = this.getNodeWebhookUrl('default')
        return (data as IDataObject[]).some((endpoint) => endpoint.id === id && endpoint.url === url)
      },

      async create(this: IHookFunctions): Promise<boolean> {
        const { id, secret } = await call(this, 'POST', '/v1/webhooks', {
          url: this.getNodeWebhookUrl('default'),
          events: this.getNodeParameter('events'),
          description: 'n8n',
        })
        // The secret is shown once.
        Object.assign(this.getWorkflowStaticData('node'), { id, secret })
        return true
      },

      async delete(this: IHookFunctions): Promise<boolean> {
        const stored = this.getWorkflowStaticData('node')
        if (stored.id) await call(this, 'DELETE', `/v1/webhooks/${stored.id}`)
        delete stored.id
        delete stored.secret
        return true
      },
    },
  }

  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    const { rawBody } = this.getRequestObject()
    const { secret } = this.getWorkflowStaticData('node')
    if (!isSigned(rawBody, this.getHeaderData() as IDataObject, secret)) {
      this.getResponseObject().status(401).json({ message: 'The signature does not match.' })
      return { noWebhookResponse: true }
    }
    return { workflowData: [this.helpers.returnJsonArray([this.getBodyData()])] }
  }
}

async function call(node: IHookFunctions, method: 'GET' | 'POST' | 'DELETE', path: string, body?: IDataObject) {
  const { baseUrl } = await node.getCredentials('quoinApi')
  return (await node.helpers.httpRequestWithAuthentication.call(node, 'quoinApi', {
    method,
    url: `${baseUrl}${path}`,
    json: true,
    ...(body && { body }),
  })) as IDataObject
}
