//! The functions of the device compiler that no header declares: the toolkit's headers call them (reference: language, Built-in
//! functions). What stands here is what the reference takes them for. Signatures are written as in [`super::builtin_table`].

/// Names by signature.
pub(crate) const OF_DEVICE: &[(&str, &str)] = &[
    (
        "v*i^iui",
        "__bmma_m8n8k128_ld_a_b1 __bmma_m8n8k128_ld_b_b1 __bmma_m8n8k128_ld_c __bmma_m8n8k128_st_c_i32 \
         __hmma_m16n16k16_ld_a __hmma_m16n16k16_ld_b __hmma_m16n16k16_ld_c_f16 __hmma_m16n16k16_st_c_f16 \
         __hmma_m32n8k16_ld_a __hmma_m32n8k16_ld_b __hmma_m32n8k16_ld_c_f16 __hmma_m32n8k16_st_c_f16 __hmma_m8n32k16_ld_a \
         __hmma_m8n32k16_ld_b __hmma_m8n32k16_ld_c_f16 __hmma_m8n32k16_st_c_f16 __imma_m16n16k16_ld_a_s8 \
         __imma_m16n16k16_ld_a_u8 __imma_m16n16k16_ld_b_s8 __imma_m16n16k16_ld_b_u8 __imma_m16n16k16_ld_c \
         __imma_m16n16k16_st_c_i32 __imma_m32n8k16_ld_a_s8 __imma_m32n8k16_ld_a_u8 __imma_m32n8k16_ld_b_s8 \
         __imma_m32n8k16_ld_b_u8 __imma_m32n8k16_ld_c __imma_m32n8k16_st_c_i32 __imma_m8n32k16_ld_a_s8 \
         __imma_m8n32k16_ld_a_u8 __imma_m8n32k16_ld_b_s8 __imma_m8n32k16_ld_b_u8 __imma_m8n32k16_ld_c \
         __imma_m8n32k16_st_c_i32 __imma_m8n8k32_ld_a_s4 __imma_m8n8k32_ld_a_u4 __imma_m8n8k32_ld_b_s4 \
         __imma_m8n8k32_ld_b_u4 __imma_m8n8k32_ld_c __imma_m8n8k32_st_c_i32 __mma_bf16_m16n16k16_ld_a \
         __mma_bf16_m16n16k16_ld_b __mma_bf16_m32n8k16_ld_a __mma_bf16_m32n8k16_ld_b __mma_bf16_m8n32k16_ld_a \
         __mma_bf16_m8n32k16_ld_b __mma_tf32_m16n16k8_ld_a __mma_tf32_m16n16k8_ld_b",
    ),
    (
        "v*i^i^i^iu",
        "__bmma_m8n8k128_mma_and_popc_b1 __bmma_m8n8k128_mma_xor_popc_b1",
    ),
    (
        "v*d^dui",
        "__dmma_m8n8k4_ld_a __dmma_m8n8k4_ld_b __dmma_m8n8k4_ld_c __dmma_m8n8k4_st_c_f64",
    ),
    ("v*d^d^d^dui", "__dmma_m8n8k4_mma_f64"),
    (
        "v*f^fui",
        "__hmma_m16n16k16_ld_c_f32 __hmma_m16n16k16_st_c_f32 __hmma_m32n8k16_ld_c_f32 __hmma_m32n8k16_st_c_f32 \
         __hmma_m8n32k16_ld_c_f32 __hmma_m8n32k16_st_c_f32 __mma_m16n16k8_st_c_f32 __mma_tf32_m16n16k8_ld_c",
    ),
    (
        "v*i^i^i^iii",
        "__hmma_m16n16k16_mma_f16f16 __hmma_m32n8k16_mma_f16f16 __hmma_m8n32k16_mma_f16f16",
    ),
    (
        "v*i^i^i^fii",
        "__hmma_m16n16k16_mma_f16f32 __hmma_m32n8k16_mma_f16f32 __hmma_m8n32k16_mma_f16f32",
    ),
    (
        "v*f^i^i^iii",
        "__hmma_m16n16k16_mma_f32f16 __hmma_m32n8k16_mma_f32f16 __hmma_m8n32k16_mma_f32f16",
    ),
    (
        "v*f^i^i^fii",
        "__hmma_m16n16k16_mma_f32f32 __hmma_m32n8k16_mma_f32f32 __hmma_m8n32k16_mma_f32f32 __mma_bf16_m16n16k16_mma_f32 \
         __mma_bf16_m32n8k16_mma_f32 __mma_bf16_m8n32k16_mma_f32 __mma_tf32_m16n16k8_mma_f32",
    ),
    (
        "v*i^i^i^iui",
        "__imma_m16n16k16_mma_s8 __imma_m16n16k16_mma_u8 __imma_m32n8k16_mma_s8 __imma_m32n8k16_mma_u8 \
         __imma_m8n32k16_mma_s8 __imma_m8n32k16_mma_u8 __imma_m8n8k32_mma_s4 __imma_m8n8k32_mma_u4",
    ),
    ("uuu*i", "__match32_all_sync"),
    ("uuu", "__match32_any_sync"),
    ("uuZ*i", "__match64_all_sync"),
    ("uuZ", "__match64_any_sync"),
    (
        "u",
        "__nv_activemask_impl __nv_clusterDimIsSpecifed_impl __nv_clusterRelativeBlockRank_impl \
         __nv_clusterSizeInBlocks_impl",
    ),
    ("*v^vZ", "__nv_associate_access_property_impl"),
    ("ss", "__nv_bswap16_impl"),
    ("uu", "__nv_bswap32_impl"),
    ("ZZ", "__nv_bswap64_impl"),
    (
        "v*u*u*u",
        "__nv_clusterDim_impl __nv_clusterGridDimInClusters_impl __nv_clusterIdx_impl __nv_clusterRelativeBlockIdx_impl",
    ),
    (
        "v",
        "__nv_cluster_barrier_arrive_impl __nv_cluster_barrier_arrive_relaxed_impl __nv_cluster_barrier_wait_impl \
         __nv_threadfence_cluster_impl",
    ),
    ("*v^vu", "__nv_cluster_map_shared_rank_impl"),
    (
        "u^v",
        "__nv_cluster_query_shared_rank_impl __nv_isClusterShared_impl __nv_isConstant_impl __nv_isGlobal_impl \
         __nv_isGridConstant_impl __nv_isLocal_impl __nv_isShared_impl",
    ),
    (
        "*vq",
        "__nv_cvta_constant_to_generic_impl __nv_cvta_global_to_generic_impl __nv_cvta_local_to_generic_impl \
         __nv_cvta_param_to_generic_impl __nv_cvta_shared_to_generic_impl",
    ),
    (
        "q^v",
        "__nv_cvta_generic_to_constant_impl __nv_cvta_generic_to_global_impl __nv_cvta_generic_to_local_impl \
         __nv_cvta_generic_to_param_impl __nv_cvta_generic_to_shared_impl",
    ),
    (
        "uuuu",
        "__nv_fshl_clamp_impl __nv_fshl_wrap_impl __nv_fshr_clamp_impl __nv_fshr_wrap_impl __nv_idp2a_hi_u_u_impl \
         __nv_idp2a_lo_u_u_impl __nv_idp4a_u_u_impl",
    ),
    (
        "iiii",
        "__nv_idp2a_hi_s_s_impl __nv_idp2a_lo_s_s_impl __nv_idp4a_s_s_impl",
    ),
    (
        "v.",
        "__nv_ldg_c4_impl __nv_ldg_d2_impl __nv_ldg_f2_impl __nv_ldg_f4_impl __nv_ldg_i2_impl __nv_ldg_i4_impl \
         __nv_ldg_ll2_impl __nv_ldg_s2_impl __nv_ldg_s4_impl __nv_ldg_uc2_impl __nv_ldg_uc4_impl __nv_ldg_ui2_impl \
         __nv_ldg_ui4_impl __nv_ldg_ull2_impl __nv_ldg_us2_impl __nv_ldg_us4_impl",
    ),
    ("v:", "__nv_tex_surf_handler"),
    ("c^c", "__nv_ldg_c_impl"),
    ("d^d", "__nv_ldg_d_impl"),
    ("f^f", "__nv_ldg_f_impl"),
    ("i^i", "__nv_ldg_i_impl"),
    ("l^l", "__nv_ldg_l_impl"),
    ("L^L", "__nv_ldg_ll_impl"),
    ("h^h", "__nv_ldg_s_impl"),
    ("a^a", "__nv_ldg_sc_impl"),
    ("C^C", "__nv_ldg_uc_impl"),
    ("u^u", "__nv_ldg_ui_impl"),
    ("q^q", "__nv_ldg_ul_impl"),
    ("Z^Z", "__nv_ldg_ull_impl"),
    ("s^s", "__nv_ldg_us_impl"),
    (
        "v*v^vu",
        "__nv_memcpy_async_shared_global_16_impl __nv_memcpy_async_shared_global_4_impl \
         __nv_memcpy_async_shared_global_8_impl",
    ),
    ("vu", "__nvvm_bar_warp_sync __nvvm_barrier_sync"),
    ("vuu", "__nvvm_barrier_sync_cnt"),
    ("uuui", "__nvvm_fns"),
    (
        "uuuuu",
        "__nvvm_shfl_bfly_sync __nvvm_shfl_down_sync __nvvm_shfl_idx_sync __nvvm_shfl_up_sync",
    ),
    (
        "iui",
        "__nvvm_vote_all_sync __nvvm_vote_any_sync __nvvm_vote_uni_sync",
    ),
    ("uui", "__nvvm_vote_ballot_sync"),
];
