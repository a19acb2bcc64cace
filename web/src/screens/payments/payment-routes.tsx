import { Route } from 'react-router-dom'
import { lazyScreen } from '../../lib/pages/lazy-screen.ts'

const Success = lazyScreen(() => import('./payment-success-screen.tsx'), 'PaymentSuccessScreen')
const Receipt = lazyScreen(() => import('./receipt-screen.tsx'), 'ReceiptScreen')
const Failure = lazyScreen(() => import('./payment-failure-screen.tsx'), 'PaymentFailureScreen')

/** The pages that follow a payment. They need no account. */
export const paymentRoutes = (
  <>
    <Route path="dashboard/payment-success/:sessionId" element={<Success />} />
    <Route path="dashboard/payment-failure" element={<Failure />} />
    <Route path="dashboard/receipt" element={<Receipt />} />
  </>
)
