use crate::config::Config;
use core::ops::Range;

/// What a tensor is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// `[vocabulary, width]`
    TokenEmbedding,
    /// `[context, width]`
    PositionEmbedding,
    /// Of a block: gain of the norm before attention, `[width]`.
    AttentionNorm,
    /// Of a block: queries, keys and values, `[width, 3 · width]`.
    AttentionIn,
    /// Of a block: `[width, width]`.
    AttentionOut,
    /// Of a block: gain of the norm before the feed-forward layer, `[width]`.
    FeedForwardNorm,
    /// Of a block: `[width, feed_forward]`.
    FeedForwardIn,
    /// Of a block: `[feed_forward]`.
    FeedForwardInBias,
    /// Of a block: `[feed_forward, width]`.
    FeedForwardOut,
    /// Of a block: `[width]`.
    FeedForwardOutBias,
    /// Gain of the last norm, `[width]`.
    FinalNorm,
    /// `[width, vocabulary]`
    Head,
}

/// One tensor's place in the flat vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tensor {
    /// What it is for.
    pub role: Role,
    /// Its block, for those that blocks have.
    pub layer: Option<usize>,
    /// Where it begins.
    pub offset: usize,
    /// Rows; 1 for a vector.
    pub rows: usize,
    /// Columns, or the length of a vector.
    pub columns: usize,
    /// Whether it is a matrix.
    pub matrix: bool,
}

impl Tensor {
    /// Its place in the flat vector.
    pub fn range(&self) -> Range<usize> {
        self.offset..self.offset + self.rows * self.columns
    }
}

/// Places of one block's tensors.
#[derive(Clone, Debug)]
pub(crate) struct BlockLayout {
    pub(crate) attention_norm: Range<usize>,
    pub(crate) attention_in: Range<usize>,
    pub(crate) attention_out: Range<usize>,
    pub(crate) feed_forward_norm: Range<usize>,
    pub(crate) feed_forward_in: Range<usize>,
    pub(crate) feed_forward_in_bias: Range<usize>,
    pub(crate) feed_forward_out: Range<usize>,
    pub(crate) feed_forward_out_bias: Range<usize>,
}

/// Places of all tensors.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub(crate) tensors: Vec<Tensor>,
    pub(crate) token_embedding: Range<usize>,
    pub(crate) position_embedding: Range<usize>,
    pub(crate) blocks: Vec<BlockLayout>,
    pub(crate) final_norm: Range<usize>,
    pub(crate) head: Range<usize>,
    pub(crate) parameters: usize,
}

impl Layout {
    pub(crate) fn new(config: &Config) -> Layout {
        let Config { layers, width, feed_forward, context, vocabulary, .. } = *config;
        let mut tensors = Vec::new();
        let mut end = 0;
        let mut place = |role, layer, rows: Option<usize>, columns| {
            let matrix = rows.is_some();
            let rows = rows.unwrap_or(1);
            let tensor = Tensor { role, layer, offset: end, rows, columns, matrix };
            tensors.push(tensor);
            end = tensor.range().end;
            tensor.range()
        };
        let token_embedding = place(Role::TokenEmbedding, None, Some(vocabulary), width);
        let position_embedding = place(Role::PositionEmbedding, None, Some(context), width);
        let blocks = (0..layers)
            .map(|layer| {
                let mut place = |role, rows, columns| place(role, Some(layer), rows, columns);
                BlockLayout {
                    attention_norm: place(Role::AttentionNorm, None, width),
                    attention_in: place(Role::AttentionIn, Some(width), 3 * width),
                    attention_out: place(Role::AttentionOut, Some(width), width),
                    feed_forward_norm: place(Role::FeedForwardNorm, None, width),
                    feed_forward_in: place(Role::FeedForwardIn, Some(width), feed_forward),
                    feed_forward_in_bias: place(Role::FeedForwardInBias, None, feed_forward),
                    feed_forward_out: place(Role::FeedForwardOut, Some(feed_forward), width),
                    feed_forward_out_bias: place(Role::FeedForwardOutBias, None, width),
                }
            })
            .collect();
        let final_norm = place(Role::FinalNorm, None, None, width);
        let head = place(Role::Head, None, Some(width), vocabulary);
        let parameters = head.end;
        Layout {
            tensors,
            token_embedding,
            position_embedding,
            blocks,
            final_norm,
            head,
            parameters,
        }
    }
}
