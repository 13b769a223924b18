import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { setNonce } from 'get-nonce'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queries } from './api/api.ts'
import { App } from './app/app.tsx'
import { Notices } from './app/notices/notices.tsx'
import { printInLightColors } from './app/print-colors.ts'
import { theme, variables } from './app/theme.ts'

/** Style elements need the nonce of the page's content security policy; drawers and dialogs read it from `get-nonce`. */
const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''
setNonce(nonce)
printInLightColors()

createRoot(document.querySelector('#root') as HTMLElement).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <Notices />
      <QueryClientProvider client={queries}>
        <App />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
