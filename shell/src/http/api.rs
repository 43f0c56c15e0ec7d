//! What a feature answers at which address, and what the API's description says of it.
//!
//! A server needs the router alone. The description is written when somebody asks for it: it takes more
//! processor time than the rest of a start together, and memory that is not given back.

use std::convert::Infallible;

use axum::Router;
use axum::extract::Request;
use axum::handler::Handler;
use axum::response::IntoResponse;
use axum::routing::{MethodFilter, MethodRouter, Route};
use tower::{Layer, Service};
use utoipa::__dev::{SchemaReferences, Tags};
use utoipa::Path;
use utoipa::openapi::{Components, HttpMethod, OpenApi};

#[doc(hidden)]
pub use pastey::paste;

/// Adds what is said of an operation to the API's description.
pub type Describe = fn(&mut OpenApi);

/// Operations with their addresses and what describes them.
pub struct ApiRouter<S = ()> {
    router: Router<S>,
    described: Vec<Describe>,
}

impl<S: Clone + Send + Sync + 'static> Default for ApiRouter<S> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S: Clone + Send + Sync + 'static> ApiRouter<S> {
    /// No operations.
    #[must_use]
    pub fn new() -> Self {
        Self {
            router: Router::new(),
            described: Vec::new(),
        }
    }

    /// Adds the operations of one address, which [`routes!`](crate::routes) names.
    #[must_use]
    pub fn routes(mut self, operations: Operations<S>) -> Self {
        self.described.extend(operations.described);
        self.router = self.router.route(&operations.path, operations.answering);
        self
    }

    /// Adds the operations of another feature.
    #[must_use]
    pub fn merge(mut self, other: Self) -> Self {
        self.described.extend(other.described);
        self.router = self.router.merge(other.router);
        self
    }

    /// Puts something before the operations that are there already.
    #[must_use]
    pub fn route_layer<L>(mut self, layer: L) -> Self
    where
        L: Layer<Route> + Clone + Send + Sync + 'static,
        L::Service: Service<Request, Error = Infallible> + Clone + Send + Sync + 'static,
        <L::Service as Service<Request>>::Response: IntoResponse + 'static,
        <L::Service as Service<Request>>::Future: Send + 'static,
    {
        self.router = self.router.route_layer(layer);
        self
    }

    /// Gives the operations what they stand on.
    #[must_use]
    pub fn with_state<T>(self, state: S) -> ApiRouter<T> {
        ApiRouter {
            router: self.router.with_state(state),
            described: self.described,
        }
    }

    /// What answers, and what describes it.
    pub fn into_parts(self) -> (Router<S>, Vec<Describe>) {
        (self.router, self.described)
    }
}

/// The operations of one address; [`routes!`](crate::routes) names them.
pub struct Operations<S> {
    path: String,
    answering: MethodRouter<S>,
    described: Vec<Describe>,
}

impl<S: Clone + Send + Sync + 'static> Default for Operations<S> {
    fn default() -> Self {
        Self {
            path: String::new(),
            answering: MethodRouter::new(),
            described: Vec::new(),
        }
    }
}

impl<S: Clone + Send + Sync + 'static> Operations<S> {
    /// Adds an operation, of which `P` says the address, the method and the rest.
    ///
    /// # Panics
    /// When it has another address than those before it.
    #[must_use]
    pub fn with<P, H, T>(mut self, handler: H) -> Self
    where
        P: Path + SchemaReferences + for<'t> Tags<'t>,
        H: Handler<T, S>,
        T: 'static,
    {
        let path = P::path();
        assert!(
            self.path.is_empty() || self.path == path,
            "{path} is not {}",
            self.path
        );
        self.path = path;
        let methods = P::methods();
        if let Some(methods) = methods.iter().map(filter).reduce(MethodFilter::or) {
            self.answering = self.answering.on(methods, handler);
        }
        self.described.push(describe::<P>);
        self
    }
}

fn describe<P: Path + SchemaReferences + for<'t> Tags<'t>>(api: &mut OpenApi) {
    let mut operation = P::operation();
    let tags = P::tags();
    if !tags.is_empty() {
        let named = operation.tags.get_or_insert_default();
        named.extend(tags.into_iter().map(str::to_owned));
    }
    api.paths
        .add_path_operation(P::path(), P::methods(), operation);
    let mut schemas = Vec::new();
    P::schemas(&mut schemas);
    let components = api.components.get_or_insert_with(Components::new);
    components.schemas.extend(schemas);
}

const fn filter(method: &HttpMethod) -> MethodFilter {
    match method {
        HttpMethod::Get => MethodFilter::GET,
        HttpMethod::Put => MethodFilter::PUT,
        HttpMethod::Post => MethodFilter::POST,
        HttpMethod::Delete => MethodFilter::DELETE,
        HttpMethod::Options => MethodFilter::OPTIONS,
        HttpMethod::Head => MethodFilter::HEAD,
        HttpMethod::Patch => MethodFilter::PATCH,
        HttpMethod::Trace => MethodFilter::TRACE,
    }
}

/// Names the operations of one address: `routes!(show::show_basket, empty::empty_basket)`. Each is a function that
/// `utoipa::path` describes, whose type of a description lies beside it.
#[macro_export]
macro_rules! routes {
    (@with $so_far:expr; [$($module:ident)*] $handler:ident $(, $($others:tt)*)?) => {
        $crate::routes!(@next $crate::http::api::paste! {
            $so_far.with::<$($module::)*[<__path_ $handler>], _, _>($($module::)*$handler)
        }; $($($others)*)?)
    };
    (@with $so_far:expr; [$($module:ident)*] $next:ident :: $($rest:tt)+) => {
        $crate::routes!(@with $so_far; [$($module)* $next] $($rest)+)
    };
    (@next $operations:expr;) => { $operations };
    (@next $so_far:expr; $($rest:tt)+) => { $crate::routes!(@with $so_far; [] $($rest)+) };
    ($($handlers:tt)+) => {
        $crate::routes!(@with $crate::http::api::Operations::default(); [] $($handlers)+)
    };
}
