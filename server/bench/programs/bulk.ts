import { routes } from '../../src/http/catalogue.ts'
import { readConfig } from '../../src/kit/config/config.ts'
import { openRuntime } from '../../src/runtime.ts'
import { serve } from '../rig/serve.ts'

/** All of it, over a directory that another has filled. */
await serve(await openRuntime(readConfig(process.env)), { routes, isWorker: true })
