import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { createTypeWriter } from '../../gen/typescript.ts'
import { DateTime, FreeForm, Nullable, StringEnum } from '../../src/kit/declare/schema.ts'

const writeSchemaType = (schema: unknown) => createTypeWriter().writeType(schema)

test('plain values, closed lists, unions and null', () => {
  const types: [unknown, string][] = [
    [Type.Integer(), 'number'],
    [DateTime, 'string'],
    [Nullable(Type.Boolean()), 'boolean | null'],
    [StringEnum(['a', 'b']), '"a" | "b"'],
    [Nullable(StringEnum(['a'])), '"a" | null'],
    [Type.Array(Type.String()), 'string[]'],
    [Type.Array(Nullable(Type.String())), 'Array<string | null>'],
    [{ anyOf: [Type.String(), Type.Integer(), Type.Number()] }, 'string | number'],
    [FreeForm(), 'Record<string, unknown>'],
    [Type.Record(Type.String(), Type.Integer()), 'Record<string, number>'],
    [Type.Object({}, { additionalProperties: false }), 'Record<string, never>'],
    [{}, 'unknown'],
  ]
  for (const [schema, type] of types) assert.equal(writeSchemaType(schema), type)
})

test('fields are optional when they are not required or have a default, and keep their descriptions', () => {
  const schema = Type.Object({
    id: Type.String({ description: 'Ends here */ or not.' }),
    limit: Type.Integer({ default: 25 }),
    note: Type.Optional(Type.String()),
    'x-y': Type.Boolean(),
  })
  assert.equal(
    writeSchemaType(schema),
    '{\n  /** Ends here * / or not. */\n  id: string\n  /** `25` when absent. */\n  limit?: number | undefined\n  note?: string | undefined\n  "x-y": boolean\n}',
  )
})

test('a schema with a title is declared once, and may contain itself', () => {
  const writer = createTypeWriter()
  const node: Record<string, unknown> = { title: 'Node', type: 'object', required: ['next'] }
  node['properties'] = { next: { anyOf: [node, { type: 'null' }] } }
  assert.equal(writer.writeType({ type: 'array', items: node }), 'Node[]')
  assert.equal(writer.writeType(node), 'Node')
  assert.equal(writer.declarations(), 'export interface Node {\n  next: Node | null\n}\n')
})
