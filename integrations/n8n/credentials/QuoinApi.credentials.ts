import type { IAuthenticateGeneric, ICredentialTestRequest, ICredentialType, Icon, INodeProperties } from 'n8n-workflow'

export class QuoinApi implements ICredentialType {
  name = 'quoinApi'

  displayName = 'Quoin API'

  icon: Icon = { light: 'file:../icons/quoin.svg', dark: 'file:../icons/quoin.dark.svg' }

  documentationUrl = 'https://quoin.example.com/docs'

  properties: INodeProperties[] = [
    {
      displayName: 'Base URL',
      name: 'baseUrl',
      type: 'string',
      default: 'http://127.0.0.1:8080',
      placeholder: 'https://quoin.example.com',
      description: 'URL of your server, without a trailing slash',
    },
    {
      displayName: 'API Key',
      name: 'apiKey',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      description: 'A live key does real work; a test key returns examples, changes nothing and costs nothing',
    },
  ]

  authenticate: IAuthenticateGeneric = {
    type: 'generic',
    properties: { headers: { Authorization: '=Bearer {{$credentials.apiKey}}' } },
  }

  test: ICredentialTestRequest = {
    request: { baseURL: '={{$credentials.baseUrl}}', url: '/v1/credits' },
  }
}
