import { jobFinished } from '../src/domains/data/data-jobs/contract/job.ts'
import { SUBSCRIBABLE_TYPES } from '../src/domains/webhooks/contract/catalogue.ts'
import { events } from '../src/domains/webhooks/contract/webhook.ts'
import { operations } from '../src/http/openapi/operations-list.ts'
import { eventBodySchema } from '../src/kit/declare/event.ts'
import type { Output } from './output.ts'
import { renderErrors } from './python-errors.ts'
import { type Method, toMethod, writeReply } from './python-method.ts'
import { type Flavour, renderResources } from './python-resources.ts'
import { GENERATED, literal, pascal, tuple } from './python-text.ts'
import { createPythonTypes } from './python-types.ts'

const types = createPythonTypes('t.')
// Responses come first, because request types are named after them.
for (const operation of operations) writeReply(operation, types)
const eventClasses = [...events, jobFinished].map((event) =>
  types.writeReplyType({ ...eventBodySchema(event), title: `${pascal(event.type)}Event` }, '').replace('t.', ''),
)
const methods = operations.map((operation) => toMethod(operation, types))

const output = (name: string, content: () => string): Output => ({ path: `sdk-python/src/quoin_sdk/${name}`, content })

/** Generated files of the Python package. The rest is written by hand. */
export const pythonFiles: readonly Output[] = [
  output('types.py', () =>
    [
      `${GENERATED}"""Types of requests, responses and webhook events."""\n\nfrom __future__ import annotations\n\n`,
      'from typing import Any, Dict, List, Literal, Optional, TypedDict, Union\n\nfrom ._model import Model\n\n\n',
      `${types.declarations()}\n\n`,
      `EventType = Literal[\n${SUBSCRIBABLE_TYPES.map((type) => `    ${literal(type)},\n`).join('')}]\n`,
      '"""Every event that a webhook or a stream can subscribe to."""\n\n',
      `WebhookEvent = Union[\n${eventClasses.map((name) => `    ${name},\n`).join('')}]\n`,
      '"""Every event that a webhook can deliver. `event.type` determines the type of `event.data`."""\n',
    ].join(''),
  ),
  output('errors.py', renderErrors),
  output('_operations.py', () => {
    const rows = methods.map(renderOperationRow).join('')
    return `${GENERATED}from __future__ import annotations\n\nfrom . import types as t\nfrom ._operation import Operation\n\n${rows}`
  }),
  output('_resources.py', () => renderResourcesFile({ isAsync: false, prefix: '' })),
  output('_async_resources.py', () => renderResourcesFile({ isAsync: true, prefix: 'Async' })),
]

function renderOperationRow({ constant, reply, operation, parameters }: Method): string {
  const { endpoint, query, cursorIn, isPriced } = operation
  const nullable = parameters.filter(({ isNullable }) => isNullable).map(({ argument }) => argument.name)
  const parts = [
    reply,
    literal(endpoint.method),
    literal(endpoint.path),
    ...(query.length > 0 ? [`query=${tuple(query.map(({ name }) => literal(name)))}`] : []),
    ...(nullable.length > 0 ? [`nullable=${tuple(nullable.map(literal))}`] : []),
    ...(endpoint.body ? ['has_body=True'] : []),
    ...(isPriced ? ['is_priced=True'] : []),
    ...(cursorIn ? ['is_page=True'] : []),
  ]
  return `${constant}: Operation[${reply}] = Operation(\n    ${parts.join(', ')}\n)\n`
}

function renderResourcesFile(flavour: Flavour): string {
  const { prefix, isAsync } = flavour
  return [
    `${GENERATED}from __future__ import annotations\n\n`,
    `from typing import ${isAsync ? 'Any, Coroutine, ' : 'Any, '}Dict, Literal, Mapping, Optional, Sequence, Union, overload\n\n`,
    'from . import _operations as ops\nfrom . import types as t\nfrom ._files import ',
    `${prefix}Download, FileInput\nfrom ._operation import NOT_GIVEN, NotGiven, PricedOptions, RequestOptions, WriteOptions\n`,
    `from ._pages import ${prefix}Pages\nfrom ._resource import ${prefix}Caller, ${prefix}Resource\n`,
    'from .webhooks import WebhookTools\n\n\n',
    renderResources(methods, flavour),
  ].join('')
}
