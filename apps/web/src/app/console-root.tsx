import { useEffect, useState } from 'react'
import { createBrowserRouter, useRouteError } from 'react-router'
import { RouterProvider } from 'react-router/dom'

import { ErrorPage } from '../features/home/error-page.tsx'
import { reportMove } from '../lib/navigation.ts'
import { forgetReturnPath } from '../lib/return-path.ts'
import { Console } from './console.tsx'

/**
 * The console and its router, which exist only while a user is signed in. The router is created at the first render and
 * not when this file is loaded, because that happens while the user still types on the login page.
 */
export function ConsoleRoot() {
  const [router] = useState(() =>
    createBrowserRouter([{ path: '*', element: <Console />, errorElement: <ConsoleError /> }]),
  )
  useEffect(() => router.subscribe(reportMove), [router])
  useEffect(forgetReturnPath, [])
  return <RouterProvider router={router} />
}

function ConsoleError() {
  return (
    <main className="sw-standalone">
      <ErrorPage error={useRouteError()} />
    </main>
  )
}
