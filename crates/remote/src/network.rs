//! Stores behind a network, by OpenDAL. It runs on a thread of its own, and nobody waits for that thread for long: so it needs no
//! timeouts of its own.

use bytes::Buf;
use futures_util::StreamExt;
use opendal_core::{ErrorKind, HttpTransporter, Operator};
use opendal_http_transport_reqwest::ReqwestTransport;
use opendal_service_redis::Redis;
use opendal_service_s3::S3;
use opendal_service_webdav::Webdav;
use tokio::runtime::{Builder, Runtime};

use crate::address::{Address, Scheme};
use crate::worker::{Backend, Trouble};

/// What the keys of Redis begin with, which others may use too.
const REDIS_ROOT: &str = "/cleave/";

struct Network {
    runtime: Runtime,
    operator: Operator,
    most: u64,
}

/// Opens a store. Nothing is sent before it is asked for a value.
pub(crate) fn open(address: &Address, most: u64) -> Result<Box<dyn Backend>, Trouble> {
    // There is one already where somebody has opened a store before.
    let _ = rustls::crypto::ring::default_provider().install_default();
    HttpTransporter::install_default(HttpTransporter::new(ReqwestTransport::default()));
    let runtime = Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|_| Trouble::new("the network cannot be used"))?;
    let operator = operator(address).map_err(|error| trouble(&error))?;
    Ok(Box::new(Network {
        runtime,
        operator,
        most,
    }))
}

fn operator(address: &Address) -> opendal_core::Result<Operator> {
    let (name, password) = address.user.clone().unwrap_or_default();
    let Address { host, path, .. } = address;
    match address.scheme {
        Scheme::File | Scheme::Http | Scheme::Https => {
            let scheme = match address.scheme {
                Scheme::Https => "https",
                _ => "http",
            };
            // Names have no slashes, so there are no folders to be made: a server need not know WebDAV.
            Operator::new(
                Webdav::default()
                    .endpoint(&format!("{scheme}://{host}"))
                    .root(&format!("/{path}"))
                    .username(&name)
                    .password(&password)
                    .disable_create_dir(true),
            )
        }
        Scheme::Redis | Scheme::Rediss => {
            let scheme = match address.scheme {
                Scheme::Rediss => "rediss",
                _ => "redis",
            };
            let mut redis = Redis::default()
                .endpoint(&format!("{scheme}://{host}"))
                .root(REDIS_ROOT)
                .db(path.parse().unwrap_or(0));
            if !name.is_empty() {
                redis = redis.username(&name);
            }
            if !password.is_empty() {
                redis = redis.password(&password);
            }
            Operator::new(redis)
        }
        Scheme::S3 => {
            // Keys and regions that the address does not say are those of the environment, as all of Amazon's tools read them.
            let mut s3 = S3::default().bucket(host).root(&format!("/{path}"));
            if let Some(region) = address.option("region") {
                s3 = s3.region(region);
            }
            if let Some(endpoint) = address.option("endpoint") {
                s3 = s3.endpoint(endpoint);
            }
            if address.option("anonymous").is_some() {
                s3 = s3.skip_signature();
            }
            Operator::new(s3)
        }
    }
}

impl Backend for Network {
    fn get(&self, name: &str) -> Result<Option<Vec<u8>>, Trouble> {
        let read: opendal_core::Result<_> = self.runtime.block_on(async {
            let reader = self.operator.reader(name).await?;
            let mut stream = reader.into_stream(..).await?;
            let mut out = Vec::new();
            while let Some(part) = stream.next().await {
                let mut part = part?;
                if (out.len() + part.remaining()) as u64 > self.most {
                    return Ok(None);
                }
                while part.has_remaining() {
                    let chunk = part.chunk();
                    out.extend_from_slice(chunk);
                    let length = chunk.len();
                    part.advance(length);
                }
            }
            Ok(Some(out))
        });
        match read {
            Err(error) if is_none(error.kind()) => Ok(None),
            read => read.map_err(|error| trouble(&error)),
        }
    }

    fn put(&self, name: &str, value: Vec<u8>) -> Result<(), Trouble> {
        let written = self.runtime.block_on(self.operator.write(name, value));
        written.map(drop).map_err(|error| trouble(&error))
    }
}

fn is_none(kind: ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::NotFound | ErrorKind::IsADirectory | ErrorKind::RangeNotSatisfied
    )
}

/// Words for an error. Its own may name a user or a key.
fn trouble(error: &opendal_core::Error) -> Trouble {
    Trouble::new(match error.kind() {
        ErrorKind::PermissionDenied => "it is not allowed",
        ErrorKind::ConfigInvalid => "its address or its settings are not complete",
        ErrorKind::RateLimited => "it has too much to do",
        ErrorKind::Unsupported => "it cannot do that",
        _ => "it cannot be reached, or fails",
    })
}
