import './button.css'

export const Spinner = () => <span className="sw-spinner" aria-hidden="true" />

/** In place of a page whose code is on its way. */
export const PageSpinner = () => (
  <div className="sw-spinner-page" role="status" aria-busy="true">
    <Spinner />
  </div>
)
