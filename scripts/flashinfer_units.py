#!/usr/bin/env python3
"""Units of FlashInfer: its own files, and instances of its kernels as its build makes them.

FlashInfer's kernels are templates in headers. Its `csrc/*.cu` call them from the host; those need nothing else. The kernels of attention are built
at run time: FlashInfer fills the templates `csrc/*_kernel_inst.jinja` and `csrc/*_config.jinja` with types and sizes, and compiles the result. The
same is done here, with the values of its `jit/attention/modules.py` and the sizes and types that its `aot.py` builds before.
"""
import itertools, re
from pathlib import Path

DTYPES = {"f16": "half", "bf16": "nv_bfloat16"}
SIZES = (64, 128, 256)
MASKS = ("MaskMode::kNone", "MaskMode::kCausal", "MaskMode::kCustom", "MaskMode::kMultiItemScoring")
SCALARS = {"logits_soft_cap": "double", "sm_scale": "double", "rope_rcp_scale": "double", "rope_rcp_theta": "double"}
FACTORS = {"maybe_k_cache_sf": "uint8_t", "maybe_v_cache_sf": "uint8_t"}
ALIBI = {"maybe_alibi_slopes": "float"}
PREFILL = {"maybe_custom_mask": "uint8_t", "maybe_mask_indptr": "int32_t", **ALIBI, "maybe_prefix_len_ptr": "uint32_t",
           "maybe_token_pos_in_items_ptr": "uint16_t", "maybe_max_item_len_ptr": "uint16_t", **FACTORS}
VARIANT = "DefaultAttention<{mask}, false, {cap}, false>"
# Kernel: its configuration, tensors and scalars that are added to its parameters, how it attends, whether each mask has a unit.
KERNELS = {
    "single_decode": ("single_decode", ALIBI, SCALARS, VARIANT, False),
    "single_prefill": ("single_prefill", {"maybe_custom_mask": "uint8_t", **ALIBI, **FACTORS}, SCALARS, VARIANT, True),
    "batch_decode": ("batch_decode", ALIBI, SCALARS, VARIANT, False),
    "batch_prefill_paged": ("batch_prefill", PREFILL, {**SCALARS, "token_pos_in_items_len": "int64_t"}, VARIANT, True),
    "batch_prefill_ragged": ("batch_prefill", PREFILL, {**SCALARS, "token_pos_in_items_len": "int64_t"}, VARIANT, True),
    "batch_attention_paged": ("batch_attention", FACTORS, {}, "StandardAttention<{cap}>", True),
}
# Units for another architecture, those that only bind functions to Python, and those that are part of an instance.
LEFT_OUT = re.compile(r"sm(9|10|11|12)\d|_binding$")

def instances(csrc, out):
    """Writes the units of kernels and gives their paths."""
    import jinja2  # FlashInfer's build needs it too
    template = lambda name: jinja2.Template((csrc / f"{name}.jinja").read_text())
    for kernel, (config, tensors, scalars, variant, masks) in KERNELS.items():
        configuration, instance = template(f"{config}_customize_config"), template(f"{kernel}_kernel_inst")
        for (short, dtype), size, cap in itertools.product(DTYPES.items(), SIZES, ("false", "true")):
            folder = out / f"{config}_{short}_{size}_cap_{cap}"; folder.mkdir(parents=True, exist_ok=True)
            values = dict(dtype_q=dtype, dtype_kv=dtype, dtype_o=dtype, idtype="int32_t", head_dim_qk=size, head_dim_vo=size,
                          pos_encoding_mode="PosEncodingMode::kNone", use_sliding_window="false", use_logits_soft_cap=cap, use_fp16_qk_reduction="false",
                          variant_name=variant.format(mask="use_custom_mask" if masks else "false", cap=cap),
                          variant_decl="#include<flashinfer/attention/variants.cuh>", paged_kv_stride_mode="runtime",
                          equal_kv_strides_values=["false", "true"], same_kv_strides_values=["false", "true"], additional_func_params="",
                          additional_params_setter="",
                          additional_params_decl="".join([f"{t}* {n};\n" for n, t in tensors.items()] + [f"{t} {n};\n" for n, t in scalars.items()]))
            (folder / f"{config}_config.inc").write_text(configuration.render(**values))
            for number, mask in enumerate(MASKS if masks else MASKS[:1]):
                file = folder / f"{kernel}_kernel{f'_mask_{number}' * masks}.cu"
                file.write_text(instance.render(**values, mask_mode=mask)); yield file

def pools(home, out):
    """The two kinds of units: FlashInfer's own files for any architecture, and instances of its kernels of attention."""
    csrc = home / "csrc"
    own = [f for f in csrc.glob("*.cu") if not LEFT_OUT.search(f.stem) and "_config.inc" not in f.read_text()]
    return [own, list(instances(csrc, out))]
